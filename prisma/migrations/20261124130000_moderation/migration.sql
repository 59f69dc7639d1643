-- Moderation: reports, hidden lists, blocked files, suspended users, and the log of moderation.

-- When moderators hid the list; null if it is not hidden. A hidden list is not in any collection, count or index of
-- public lists, and it does not expire.
ALTER TABLE lists ADD COLUMN hidden_at TIMESTAMPTZ(6);

-- Whether the user is a moderator.
ALTER TABLE users ADD COLUMN moderator BOOLEAN NOT NULL DEFAULT false;

-- Recreates the indexes of public lists without hidden lists.
DROP INDEX lists_public_created_idx, lists_public_updated_idx, lists_public_game_created_idx, lists_public_game_updated_idx,
    lists_public_author_created_idx, lists_public_author_updated_idx, lists_public_both_created_idx, lists_public_both_updated_idx,
    lists_public_expires_idx;

CREATE INDEX lists_public_created_idx ON lists(created_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND hidden_at IS NULL;

CREATE INDEX lists_public_updated_idx ON lists(updated_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND hidden_at IS NULL;

CREATE INDEX lists_public_game_created_idx ON lists(game_id, created_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND hidden_at IS NULL;

CREATE INDEX lists_public_game_updated_idx ON lists(game_id, updated_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND hidden_at IS NULL;

CREATE INDEX lists_public_author_created_idx ON lists(author_id, created_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND hidden_at IS NULL AND author_id IS NOT NULL;

CREATE INDEX lists_public_author_updated_idx ON lists(author_id, updated_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND hidden_at IS NULL AND author_id IS NOT NULL;

CREATE INDEX lists_public_both_created_idx ON lists(author_id, game_id, created_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND hidden_at IS NULL AND author_id IS NOT NULL;

CREATE INDEX lists_public_both_updated_idx ON lists(author_id, game_id, updated_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND hidden_at IS NULL AND author_id IS NOT NULL;

CREATE INDEX lists_public_expires_idx ON lists(expires_at) INCLUDE (game_id, author_id) WHERE NOT private AND hidden_at IS NULL AND expires_at IS NOT NULL;

-- Replaces the counters of public lists; they no longer count hidden lists.
CREATE OR REPLACE FUNCTION note_added_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, lists)
    SELECT game_id, author_id, count(*) FROM added WHERE NOT private AND hidden_at IS NULL GROUP BY 1, 2;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_removed_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, lists)
    SELECT game_id, author_id, -count(*) FROM removed WHERE NOT private AND hidden_at IS NULL GROUP BY 1, 2;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_changed_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, lists)
    SELECT game_id, author_id, sum(lists)
    FROM (
        SELECT game_id, author_id, 1 AS lists FROM added WHERE NOT private AND hidden_at IS NULL
        UNION ALL
        SELECT game_id, author_id, -1 FROM removed WHERE NOT private AND hidden_at IS NULL
    ) changes
    GROUP BY 1, 2 HAVING sum(lists) <> 0;
    RETURN NULL;
END
$$;

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
CREATE TABLE more_reports (
    list_id INTEGER PRIMARY KEY REFERENCES lists(id) ON DELETE CASCADE ON UPDATE CASCADE,
    count INTEGER NOT NULL
);

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

-- Users who can sign in and read, but not write. until is null if the suspension has no end.
CREATE TABLE suspensions (
    user_id INTEGER PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE ON UPDATE CASCADE,
    reason TEXT NOT NULL,
    until TIMESTAMPTZ(6),
    created_at TIMESTAMPTZ(6) NOT NULL
);

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
