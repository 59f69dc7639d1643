-- How lists are found: indexes for speed, the search, the number of public lists, and the index of mods and plugins.

-- Foreign keys that no other index begins with: deleting a user or a file looks up the rows that refer to it.
CREATE INDEX list_files_file_id_idx ON list_files(file_id);

CREATE INDEX revision_files_file_id_idx ON revision_files(file_id);

-- Lists in the order of creation, private ones included: of everybody, and of one author.
CREATE INDEX lists_created_at_id_idx ON lists(created_at, id);

CREATE INDEX lists_author_id_created_at_id_idx ON lists(author_id, created_at, id);

-- The sweep finds expired lists by this index.
CREATE INDEX lists_expires_at_idx ON lists(expires_at);

-- A new list looks for the highest freed number of its slug. The sweep looks for slugs that may be used again.
CREATE INDEX freed_slugs_slug_base_slug_number_idx ON freed_slugs(slug_base, slug_number);

CREATE INDEX freed_slugs_free_at_idx ON freed_slugs(free_at);

-- A page of public lists has one index for each filter and order. The index alone tells which lists the page has and
-- the last change of each; OFFSET skips the pages before it.
CREATE INDEX lists_public_created_idx ON lists(created_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND hidden_at IS NULL;

CREATE INDEX lists_public_updated_idx ON lists(updated_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND hidden_at IS NULL;

CREATE INDEX lists_public_game_created_idx ON lists(game_id, created_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND hidden_at IS NULL;

CREATE INDEX lists_public_game_updated_idx ON lists(game_id, updated_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND hidden_at IS NULL;

CREATE INDEX lists_public_author_created_idx ON lists(author_id, created_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND hidden_at IS NULL AND author_id IS NOT NULL;

CREATE INDEX lists_public_author_updated_idx ON lists(author_id, updated_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND hidden_at IS NULL AND author_id IS NOT NULL;

CREATE INDEX lists_public_both_created_idx ON lists(author_id, game_id, created_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND hidden_at IS NULL AND author_id IS NOT NULL;

CREATE INDEX lists_public_both_updated_idx ON lists(author_id, game_id, updated_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND hidden_at IS NULL AND author_id IS NOT NULL;

-- Public lists that have an end. From it totals subtract what has expired since the last sweep, by game and author, and
-- caches learn when a response changes although nothing is written.
CREATE INDEX lists_public_expires_idx ON lists(expires_at) INCLUDE (game_id, author_id) WHERE NOT private AND hidden_at IS NULL AND expires_at IS NOT NULL;

-- The words by which a search finds a list. The service makes them (src/lists/search/words.ts), so no dictionary or
-- locale of the database plays a part. They have a table of their own, because rows of lists are read often and
-- should be small.
CREATE TABLE list_search (
    list_id INTEGER PRIMARY KEY REFERENCES lists(id) ON DELETE CASCADE ON UPDATE CASCADE,
    words TSVECTOR NOT NULL
);

CREATE INDEX list_search_words_idx ON list_search USING GIN (words);

-- The number of public lists, by game and author. Hidden lists do not count; expired ones do until the sweep
-- deletes them.
-- Problem: counting a million lists for each page takes too long, and one row with the number would make all writers
-- wait for each other. Approach: triggers add rows to list_changes in the transaction of the write. The sweep adds
-- those rows to list_totals. Guarantee: the number is always the sum of both tables, exact in every snapshot.

-- Changes of the numbers that list_totals does not have yet. Rows are only added and deleted.
CREATE TABLE list_changes (
    id BIGSERIAL PRIMARY KEY,
    game_id INTEGER NOT NULL,
    author_id INTEGER,
    lists INTEGER NOT NULL
);

-- Its rows live for a minute, and every count reads the whole table. So dead rows are removed early. The table keeps
-- its size meanwhile: truncating it would lock out the writers.
ALTER TABLE list_changes SET (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0, vacuum_truncate = off);

-- The numbers themselves. 0 as game_id or author_id stands for all games or all authors.
CREATE TABLE list_totals (
    game_id INTEGER NOT NULL,
    author_id INTEGER NOT NULL,
    lists BIGINT NOT NULL,

    PRIMARY KEY (game_id, author_id)
);

-- Counts public lists that a statement adds.
CREATE FUNCTION note_added_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, lists)
    SELECT game_id, author_id, count(*) FROM added WHERE NOT private AND hidden_at IS NULL GROUP BY 1, 2;
    RETURN NULL;
END
$$;

CREATE TRIGGER note_added_lists AFTER INSERT ON lists REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_added_lists();

-- Subtracts public lists that a statement deletes.
CREATE FUNCTION note_removed_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, lists)
    SELECT game_id, author_id, -count(*) FROM removed WHERE NOT private AND hidden_at IS NULL GROUP BY 1, 2;
    RETURN NULL;
END
$$;

CREATE TRIGGER note_removed_lists AFTER DELETE ON lists REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION note_removed_lists();

-- Counts lists that get another game or author, or become public, private, hidden or visible. Most updates
-- change none of these, and add no row.
CREATE FUNCTION note_changed_lists() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER note_changed_lists AFTER UPDATE ON lists REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_changed_lists();

-- Empties the counters with the table: TRUNCATE fires no trigger for deleted rows.
CREATE FUNCTION forget_all_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE list_changes, list_totals;
    RETURN NULL;
END
$$;

CREATE TRIGGER forget_all_lists AFTER TRUNCATE ON lists
    FOR EACH STATEMENT EXECUTE FUNCTION forget_all_lists();

-- Adds up to `most` changes to the totals, and returns how many they were. If several callers run at once, one works.
CREATE FUNCTION fold_list_changes(most INTEGER) RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
    folded INTEGER;
BEGIN
    IF NOT EXISTS (SELECT FROM list_changes) OR NOT pg_try_advisory_xact_lock(5274903) THEN
        RETURN 0;
    END IF;
    WITH taken AS (
        DELETE FROM list_changes WHERE id IN (SELECT id FROM list_changes ORDER BY id LIMIT most) RETURNING *
    ),
    totals AS (
        INSERT INTO list_totals AS kept
        SELECT game.id, author.id, sum(lists)
        FROM taken, LATERAL (VALUES (0), (taken.game_id)) game(id), LATERAL (VALUES (0), (taken.author_id)) author(id)
        WHERE author.id IS NOT NULL
        GROUP BY 1, 2 HAVING sum(lists) <> 0
        ON CONFLICT (game_id, author_id) DO UPDATE SET lists = kept.lists + EXCLUDED.lists
    )
    SELECT count(*) INTO folded FROM taken;
    RETURN folded;
END
$$;

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
-- disabled have the ids of the first 10,000 names in ascending order. has_marks says whether any line of a
-- plugins.txt has an asterisk; without one, the game of a list decides whether its plugins are on. is_in_code_page
-- says whether the file is a plugins.txt in a code page, which the loadorder.txt of each of its lists decides about.
-- rank is the row of KINDS (src/load-order/reading/kinds.ts) whose reader understood the file: of several files, the
-- lowest wins. log_rank says how new a log is: of several logs of a list, the first one with the greatest text
-- counts. It is null for other files.
CREATE TABLE file_readings (
    file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE ON UPDATE CASCADE,
    plugin BOOLEAN NOT NULL,
    entries INTEGER NOT NULL,
    enabled_entries INTEGER NOT NULL,
    enabled INTEGER[],
    disabled INTEGER[],
    details INTEGER[],
    has_marks BOOLEAN NOT NULL DEFAULT false,
    is_in_code_page BOOLEAN NOT NULL DEFAULT false,
    rank INTEGER NOT NULL DEFAULT 0,
    log_rank TEXT,

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
    enabled INTEGER[],
    disabled INTEGER[],
    details INTEGER[]
);

-- Every search reads all pending entries of the index, so their list is kept short.
CREATE INDEX list_mods_ids_idx ON list_mods USING GIN ((enabled || disabled)) WITH (gin_pending_list_limit = 256);

-- Without statistics, no plan depends on outdated ones, and ANALYZE does not read the arrays of thousands of rows.
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

-- Files that wait to be read. backlog is true if the file was stored before a reader changed. A file or list that
-- fails goes behind all others, and is set aside after three attempts: it then stays in its queue, but is not tried
-- again until an operator asks for it.
CREATE TABLE unread_files (
    file_id INTEGER PRIMARY KEY REFERENCES files(id) ON DELETE CASCADE ON UPDATE CASCADE,
    backlog BOOLEAN NOT NULL DEFAULT false,
    attempts INTEGER NOT NULL DEFAULT 0,
    since TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX unread_files_attempts_backlog_file_id_idx ON unread_files(attempts, backlog, file_id);

-- Lists that have changed since they were indexed. A list may have several rows: rows are only added and deleted, so
-- that writers never wait for each other.
CREATE TABLE unindexed_lists (
    id BIGSERIAL PRIMARY KEY,
    list_id INTEGER NOT NULL,
    backlog BOOLEAN NOT NULL DEFAULT false,
    attempts INTEGER NOT NULL DEFAULT 0,
    since TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX unindexed_lists_attempts_backlog_id_idx ON unindexed_lists(attempts, backlog, id);

CREATE INDEX unindexed_lists_list_id_idx ON unindexed_lists(list_id);

-- Rows of both queues live only for a short time, so their space is freed early.
ALTER TABLE unread_files SET (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0, vacuum_truncate = off);

ALTER TABLE unindexed_lists SET (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0, vacuum_truncate = off);

-- The version of the readers with which files are read (READERS_VERSION), in one row. swept_at is when the names that
-- no file and no list holds were last looked for; null for never.
CREATE TABLE mod_readers (
    id INTEGER PRIMARY KEY,
    version INTEGER NOT NULL,
    swept_at TIMESTAMPTZ(6)
);

INSERT INTO mod_readers (id, version) VALUES (1, 0);

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
