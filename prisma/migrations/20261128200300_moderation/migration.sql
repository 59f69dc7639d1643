-- Moderation: reports, the log of moderation, blocked files, and which uploads came from one address.

-- Reports of lists. A report is open until closed_at; outcome says how it was closed. list_id is null once the list is
-- gone. sender is a keyed hash of the address that sent the report, so that one address has one open report of a list.
-- It is deleted after a day, or when the report is closed.
CREATE TABLE reports (
    id UUID PRIMARY KEY,
    list_id INTEGER REFERENCES lists(id) ON DELETE SET NULL ON UPDATE CASCADE,
    reason TEXT NOT NULL,
    text TEXT,
    contact TEXT,
    sender BYTEA,
    created_at TIMESTAMPTZ(6) NOT NULL,
    closed_at TIMESTAMPTZ(6),
    outcome TEXT
);

CREATE UNIQUE INDEX reports_list_id_sender_key ON reports(list_id, sender);

CREATE INDEX reports_closed_at_idx ON reports(closed_at);

-- Number of reports of a list that were not stored, because the list had the maximum number of open reports.
-- report_id is the report that stands for all of them. Their senders get its id.
CREATE TABLE more_reports (
    list_id INTEGER PRIMARY KEY REFERENCES lists(id) ON DELETE CASCADE ON UPDATE CASCADE,
    count INTEGER NOT NULL,
    report_id UUID REFERENCES reports(id) ON DELETE SET NULL ON UPDATE CASCADE
);

-- The senders of reports that are only counted in more_reports, so that each counts once. Deleted after a day.
CREATE TABLE counted_reporters (
    list_id INTEGER NOT NULL REFERENCES more_reports(list_id) ON DELETE CASCADE ON UPDATE CASCADE,
    sender BYTEA NOT NULL,
    created_at TIMESTAMPTZ(6) NOT NULL,

    PRIMARY KEY (list_id, sender)
);

CREATE INDEX counted_reporters_created_at_idx ON counted_reporters(created_at);

-- The log of actions of moderators and operators. moderator is null for a command of the operator. The ids of lists and
-- users have no foreign keys, because an entry outlives the list and the user. Names of authors are not stored, so that
-- none remains when an account is deleted.
CREATE TABLE moderation_actions (
    id SERIAL PRIMARY KEY,
    action TEXT NOT NULL,
    reason TEXT NOT NULL,
    moderator TEXT,
    list_id INTEGER,
    slug TEXT,
    list_name TEXT,
    user_id INTEGER,
    reports INTEGER NOT NULL DEFAULT 0,
    blocked_files INTEGER NOT NULL DEFAULT 0,
    file_hash BYTEA,
    suspended BOOLEAN NOT NULL DEFAULT false,
    until TIMESTAMPTZ(6),
    created_at TIMESTAMPTZ(6) NOT NULL
);

CREATE INDEX moderation_actions_list_id_idx ON moderation_actions(list_id);

CREATE INDEX moderation_actions_user_id_idx ON moderation_actions(user_id);

-- Prevents changes and deletions of log entries, regardless of the program.
CREATE FUNCTION keep_moderation_actions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'The log of moderation can''t be changed.';
END
$$;

CREATE TRIGGER keep_moderation_actions BEFORE UPDATE OR DELETE ON moderation_actions
    FOR EACH ROW EXECUTE FUNCTION keep_moderation_actions();

-- Files that can't be uploaded again. hash is the SHA-256 of the content alone, regardless of the name. An upload is
-- first compared by size, so that contents are hashed only if a blocked file has the same size.
CREATE TABLE blocked_files (
    hash BYTEA PRIMARY KEY,
    bytes INTEGER NOT NULL,
    name TEXT NOT NULL,
    reason TEXT NOT NULL,
    created_at TIMESTAMPTZ(6) NOT NULL
);

CREATE INDEX blocked_files_bytes_idx ON blocked_files(bytes);

-- The key with which addresses are hashed on a day. It is deleted when the day is over; then no hash can be traced to
-- an address.
CREATE TABLE sender_keys (
    day DATE PRIMARY KEY,
    key BYTEA NOT NULL
);

-- Keyed hash of the address that created a list. It is deleted after a day.
CREATE TABLE list_senders (
    list_id INTEGER PRIMARY KEY REFERENCES lists(id) ON DELETE CASCADE ON UPDATE CASCADE,
    sender BYTEA NOT NULL,
    created_at TIMESTAMPTZ(6) NOT NULL
);

CREATE INDEX list_senders_sender_idx ON list_senders(sender);

CREATE INDEX list_senders_created_at_idx ON list_senders(created_at);
