-- Accounts that people create themselves: how they sign in, and the browsers in which they are signed in.
-- Secrets are not stored, only their SHA-256: those of sessions, recovery codes, pending sign-ins and device codes.

-- The user handle of a user's passkeys. It is random, and reveals nothing about the user.
ALTER TABLE users ADD COLUMN handle UUID NOT NULL DEFAULT gen_random_uuid();

CREATE UNIQUE INDEX users_handle_key ON users(handle);

-- Day of a token's last use. Only the day is stored, so that a token is written at most once a day.
ALTER TABLE api_tokens ADD COLUMN last_used_on DATE;

-- Browsers in which a user is signed in. browser is its name and system, such as "Firefox on Linux". last_used_at is
-- written at most once an hour.
CREATE TABLE sessions (
    id SERIAL PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE ON UPDATE CASCADE,
    hash BYTEA NOT NULL,
    browser TEXT NOT NULL,
    created_at TIMESTAMPTZ(6) NOT NULL,
    last_used_at TIMESTAMPTZ(6) NOT NULL
);

CREATE UNIQUE INDEX sessions_hash_key ON sessions(hash);

CREATE INDEX sessions_user_id_idx ON sessions(user_id);

CREATE INDEX sessions_last_used_at_idx ON sessions(last_used_at);

-- Passkeys (WebAuthn credentials). The private key never leaves the user's device.
CREATE TABLE passkeys (
    id SERIAL PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE ON UPDATE CASCADE,
    credential_id BYTEA NOT NULL,
    public_key BYTEA NOT NULL,
    counter BIGINT NOT NULL,
    transports TEXT[],
    name TEXT NOT NULL,
    created_at TIMESTAMPTZ(6) NOT NULL,
    last_used_at TIMESTAMPTZ(6)
);

CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys(credential_id);

CREATE INDEX passkeys_user_id_idx ON passkeys(user_id);

-- Accounts at OpenID Connect providers with which a user signs in. issuer is the provider, and subject its id of the
-- account. Each such account belongs to one user, and a user has at most one at each issuer.
CREATE TABLE identities (
    id SERIAL PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE ON UPDATE CASCADE,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    created_at TIMESTAMPTZ(6) NOT NULL,
    last_used_at TIMESTAMPTZ(6)
);

CREATE UNIQUE INDEX identities_issuer_subject_key ON identities(issuer, subject);

CREATE UNIQUE INDEX identities_user_id_issuer_key ON identities(user_id, issuer);

-- Codes that sign a user in once: recovery codes, which do not expire, and codes in links of operators, which do.
CREATE TABLE recovery_codes (
    id SERIAL PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE ON UPDATE CASCADE,
    hash BYTEA NOT NULL,
    created_at TIMESTAMPTZ(6) NOT NULL,
    expires_at TIMESTAMPTZ(6)
);

CREATE UNIQUE INDEX recovery_codes_hash_key ON recovery_codes(hash);

CREATE INDEX recovery_codes_user_id_idx ON recovery_codes(user_id);

-- Sign-ins that have begun in a browser. hash is that of the browser's cookie, from which challenge, state and nonce
-- are derived. A row is deleted when it is used, so that each sign-in can be completed only once.
CREATE TABLE pending_sign_ins (
    hash BYTEA PRIMARY KEY,
    step TEXT NOT NULL,
    details JSONB NOT NULL,
    expires_at TIMESTAMPTZ(6) NOT NULL
);

CREATE INDEX pending_sign_ins_expires_at_idx ON pending_sign_ins(expires_at);

-- Programs that wait for a token (RFC 8628). user_id is the user who allowed it; null until then.
CREATE TABLE device_codes (
    hash BYTEA PRIMARY KEY,
    user_code_hash BYTEA NOT NULL,
    client_id TEXT NOT NULL,
    abilities TEXT[],
    created_at TIMESTAMPTZ(6) NOT NULL,
    expires_at TIMESTAMPTZ(6) NOT NULL,
    next_poll_at TIMESTAMPTZ(6) NOT NULL,
    interval_seconds INTEGER NOT NULL,
    denied BOOLEAN NOT NULL DEFAULT false,
    user_id INTEGER REFERENCES users(id) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX device_codes_user_code_hash_key ON device_codes(user_code_hash);

CREATE INDEX device_codes_user_id_idx ON device_codes(user_id);

CREATE INDEX device_codes_expires_at_idx ON device_codes(expires_at);
