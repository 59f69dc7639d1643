-- Users: their names, how they sign in, and their API tokens.
-- Secrets are not stored, only their SHA-256: those of tokens, sessions, recovery codes, pending sign-ins and device
-- codes. Text columns with COLLATE "C" are compared by their bytes, as JavaScript compares texts.

-- Users. name_key is the name in lower case: no two names may differ in case only. handle is the user handle of the
-- user's passkeys. It is random, and reveals nothing about the user.
CREATE TABLE users (
    id SERIAL PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT COLLATE "C" NOT NULL,
    handle UUID NOT NULL DEFAULT gen_random_uuid(),
    verified BOOLEAN NOT NULL DEFAULT false,
    moderator BOOLEAN NOT NULL DEFAULT false,
    created_at TIMESTAMPTZ(6) NOT NULL
);

CREATE UNIQUE INDEX users_name_key_key ON users(name_key);

CREATE UNIQUE INDEX users_handle_key ON users(handle);

-- How the names of users look (src/accounts/names/look.ts). Not unique, because an import may bring names that look the
-- same. Not a column of users, whose changes change all lists of a user.
CREATE TABLE name_looks (
    user_id INTEGER PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE ON UPDATE CASCADE,
    look BYTEA NOT NULL
);

CREATE INDEX name_looks_look_idx ON name_looks(look);

-- The looks of the names of deleted users. Nobody can take such a name until free_at.
CREATE TABLE reserved_names (
    look BYTEA PRIMARY KEY,
    free_at TIMESTAMPTZ(6) NOT NULL
);

CREATE INDEX reserved_names_free_at_idx ON reserved_names(free_at);

-- Users who can sign in and read, but not write. until is null if the suspension has no end.
CREATE TABLE suspensions (
    user_id INTEGER PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE ON UPDATE CASCADE,
    reason TEXT NOT NULL,
    until TIMESTAMPTZ(6),
    created_at TIMESTAMPTZ(6) NOT NULL
);

-- API tokens of users. Only the day of the last use is stored, so that a token is written at most once a day.
CREATE TABLE api_tokens (
    id SERIAL PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE ON UPDATE CASCADE,
    label TEXT,
    hash BYTEA NOT NULL,
    abilities TEXT[],
    created_at TIMESTAMPTZ(6) NOT NULL,
    expires_at TIMESTAMPTZ(6),
    revoked_at TIMESTAMPTZ(6),
    last_used_on DATE
);

CREATE UNIQUE INDEX api_tokens_hash_key ON api_tokens(hash);

CREATE INDEX api_tokens_user_id_idx ON api_tokens(user_id);

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

-- Programs that wait for a token (RFC 8628). user_id is the user who allowed it; null until then. early_polls counts
-- how often the program polled too early since its interval grew.
CREATE TABLE device_codes (
    hash BYTEA PRIMARY KEY,
    user_code_hash BYTEA NOT NULL,
    client_id TEXT NOT NULL,
    abilities TEXT[],
    created_at TIMESTAMPTZ(6) NOT NULL,
    expires_at TIMESTAMPTZ(6) NOT NULL,
    last_poll_at TIMESTAMPTZ(6),
    next_poll_at TIMESTAMPTZ(6) NOT NULL,
    early_polls INTEGER NOT NULL DEFAULT 0,
    interval_seconds INTEGER NOT NULL,
    denied BOOLEAN NOT NULL DEFAULT false,
    user_id INTEGER REFERENCES users(id) ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX device_codes_user_code_hash_key ON device_codes(user_code_hash);

CREATE INDEX device_codes_user_id_idx ON device_codes(user_id);

CREATE INDEX device_codes_expires_at_idx ON device_codes(expires_at);
