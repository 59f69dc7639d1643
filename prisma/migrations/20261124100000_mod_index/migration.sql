-- The index of mods and plugins: which lists hold a mod, and how many public lists of a game hold it.
-- Problem: names are in files of any size. Files can't be read again for each request, and an upload must not wait for
-- reading.
-- Approach: triggers add each new file and each changed list to a queue, in the transaction of the write. Servers read
-- the queued files in the background, each content once, and then store the names that each list holds
-- (src/mods/indexing/).
-- Guarantee: a row leaves its queue in the transaction that stores its result. So if a server dies, nothing is lost and
-- nothing is counted twice.

-- The names of mods and plugins of all games. Spellings with the same key are one name (src/load-order/key.ts). name is
-- the spelling that was stored first. words has the words by which the name is searched, each after a space.
CREATE TABLE mod_names (
    id SERIAL PRIMARY KEY,
    plugin BOOLEAN NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    name TEXT NOT NULL,
    words TEXT COLLATE "C" NOT NULL
);

CREATE UNIQUE INDEX mod_names_plugin_key_key ON mod_names(plugin, key);

-- Details of names in files. type is spelling (another spelling), version or source.
CREATE TABLE mod_details (
    id SERIAL PRIMARY KEY,
    name_id INTEGER NOT NULL REFERENCES mod_names(id) ON DELETE CASCADE ON UPDATE CASCADE,
    type TEXT COLLATE "C" NOT NULL,
    value TEXT COLLATE "C" NOT NULL
);

CREATE UNIQUE INDEX mod_details_name_id_type_value_key ON mod_details(name_id, type, value);

-- The mods and plugins that a file lists, in a row each. entries and enabled_entries count all entries. enabled and
-- disabled have the ids of the first 10,000 names, sorted and packed (src/mods/packed-ids.ts).
CREATE TABLE file_readings (
    file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE ON UPDATE CASCADE,
    plugin BOOLEAN NOT NULL,
    entries INTEGER NOT NULL,
    enabled_entries INTEGER NOT NULL,
    enabled BYTEA NOT NULL,
    disabled BYTEA NOT NULL,
    details INTEGER[],

    PRIMARY KEY (file_id, plugin)
);

-- The names that a list holds. The four numbers are null if no file of the list names mods, or plugins. counted says
-- whether mod_counts includes the list. There is no foreign key: the row of a deleted list stays until mod_counts no
-- longer includes it.
CREATE TABLE list_mods (
    list_id INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL,
    counted BOOLEAN NOT NULL,
    mods INTEGER,
    mods_enabled INTEGER,
    plugins INTEGER,
    plugins_enabled INTEGER,
    enabled BYTEA NOT NULL,
    disabled BYTEA NOT NULL,
    details INTEGER[]
);

-- Returns the ids in both columns. Packed ids keep the table and its index smaller than an array of integers would. The
-- high cost makes the planner use the index instead of unpacking each row, regardless of its statistics.
CREATE FUNCTION unpack_ids(enabled BYTEA, disabled BYTEA) RETURNS INTEGER[]
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 100000 AS $$
DECLARE
    ids INTEGER[] := '{}';
    packed BYTEA;
    id INTEGER;
    gap INTEGER;
    shift INTEGER;
    byte INTEGER;
BEGIN
    FOREACH packed IN ARRAY ARRAY[enabled, disabled] LOOP
        id := 0;
        gap := 0;
        shift := 0;
        FOR place IN 0 .. length(packed) - 1 LOOP
            byte := get_byte(packed, place);
            gap := gap | ((byte & 127) << shift);
            IF byte >= 128 THEN
                shift := shift + 7;
            ELSE
                id := id + gap;
                ids := ids || id;
                gap := 0;
                shift := 0;
            END IF;
        END LOOP;
    END LOOP;
    RETURN ids;
END
$$;

-- Every search reads all pending entries of the index, so their list is kept short.
CREATE INDEX list_mods_ids_idx ON list_mods USING GIN (unpack_ids(enabled, disabled)) WITH (gin_pending_list_limit = 256);

-- Without statistics, no plan depends on outdated ones, and ANALYZE does not unpack thousands of rows.
ALTER INDEX list_mods_ids_idx ALTER COLUMN 1 SET STATISTICS 0;

-- Number of public lists of a game that hold a name, and of those in which it is on.
CREATE TABLE mod_counts (
    game_id INTEGER NOT NULL,
    name_id INTEGER NOT NULL,
    plugin BOOLEAN NOT NULL,
    lists INTEGER NOT NULL,
    enabled INTEGER NOT NULL,

    PRIMARY KEY (game_id, name_id)
) WITH (fillfactor = 70);

-- Number of public lists of a game that have a detail.
CREATE TABLE mod_detail_counts (
    game_id INTEGER NOT NULL,
    detail_id INTEGER NOT NULL,
    lists INTEGER NOT NULL,

    PRIMARY KEY (game_id, detail_id)
) WITH (fillfactor = 70);

-- Files that wait to be read. backlog is true if the file was stored before the index existed, or before a reader
-- changed.
CREATE TABLE unread_files (
    file_id INTEGER PRIMARY KEY REFERENCES files(id) ON DELETE CASCADE ON UPDATE CASCADE,
    backlog BOOLEAN NOT NULL DEFAULT false,
    attempts INTEGER NOT NULL DEFAULT 0,
    since TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX unread_files_backlog_file_id_idx ON unread_files(backlog, file_id);

-- Lists that have changed since they were indexed. A list may have several rows: rows are only added and deleted, so
-- that writers never wait for each other.
CREATE TABLE unindexed_lists (
    id BIGSERIAL PRIMARY KEY,
    list_id INTEGER NOT NULL,
    backlog BOOLEAN NOT NULL DEFAULT false,
    since TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX unindexed_lists_backlog_id_idx ON unindexed_lists(backlog, id);

-- Rows of both queues live only for a short time, so their space is freed early.
ALTER TABLE unread_files SET (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0, vacuum_truncate = off);

ALTER TABLE unindexed_lists SET (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0, vacuum_truncate = off);

-- The version of the readers with which files are read (READERS_VERSION), in one row.
CREATE TABLE mod_readers (
    id INTEGER PRIMARY KEY,
    version INTEGER NOT NULL
);

INSERT INTO mod_readers (id, version) VALUES (1, 2);

-- Queues new files.
CREATE FUNCTION note_unread_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO unread_files (file_id) SELECT id FROM added;
    RETURN NULL;
END
$$;

CREATE TRIGGER note_unread_files AFTER INSERT ON files REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_unread_files();

-- Queues lists that a statement adds, changes or deletes. An update of the files changes the list, too.
CREATE FUNCTION note_unindexed_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO unindexed_lists (list_id) SELECT id FROM changed;
    RETURN NULL;
END
$$;

CREATE TRIGGER note_unindexed_new_lists AFTER INSERT ON lists REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION note_unindexed_lists();

CREATE TRIGGER note_unindexed_lists AFTER UPDATE ON lists REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION note_unindexed_lists();

CREATE TRIGGER note_unindexed_gone_lists AFTER DELETE ON lists REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION note_unindexed_lists();

-- Queues the files and lists that exist already.
INSERT INTO unread_files (file_id, backlog) SELECT id, true FROM files;

INSERT INTO unindexed_lists (list_id, backlog) SELECT id, true FROM lists ORDER BY id;
