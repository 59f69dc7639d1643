-- The catalog: games, files, lists and the history of lists, with their rules.
-- Unique indexes stand here, because they are rules. Indexes for speed are in the next migration.

-- The games that a list can be for. name_key is the name in lower case: clients may name a game in
-- any case. nexus_domain is the game in addresses of Nexus Mods, for a game that an operator added; null if the site
-- does not have it. The games that every catalog has are in src/games/nexus.ts.
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT COLLATE "C" NOT NULL,
    nexus_domain TEXT
);

CREATE UNIQUE INDEX games_name_key ON games(name);

CREATE UNIQUE INDEX games_name_key_key ON games(name_key);

-- The games that the catalog supports. Their ids are built into clients of this API and never change.
INSERT INTO games (id, name, name_key)
SELECT id, name, lower(name) FROM (VALUES
  (1, 'TESIII Morrowind'),
  (2, 'TESIV Oblivion'),
  (3, 'TESV Skyrim LE'),
  (4, 'TESV Skyrim SE'),
  (5, 'TESV Skyrim VR'),
  (6, 'Fallout 3'),
  (7, 'Fallout New Vegas'),
  (8, 'Fallout 4'),
  (9, 'Fallout 4 VR'),
  (10, 'Tale of Two Wastelands'),
  (11, 'Cyberpunk 2077'),
  (12, 'Darkest Dungeon'),
  (13, 'Dark Messiah of Might & Magic'),
  (14, 'Dark Souls'),
  (15, 'Dragon Age II'),
  (16, 'Dragon Age: Origins'),
  (17, 'Dungeon Siege II'),
  (18, 'Kerbal Space Program'),
  (19, 'Kingdom Come: Deliverance'),
  (20, 'Mirror''s Edge'),
  (21, 'Mount & Blade II: Bannerlord'),
  (22, 'No Man''s Sky'),
  (23, 'STALKER Anomaly'),
  (24, 'Stardew Valley'),
  (25, 'The Binding of Isaac: Rebirth'),
  (26, 'The Witcher 3: Wild Hunt'),
  (27, 'Zeus and Poseidon'),
  (28, 'Enderal'),
  (29, 'Enderal SE'),
  (30, 'Starfield'),
  (31, 'The Witcher: Enhanced Edition')
) AS game (id, name);

-- Uploaded files. A file is stored once for each name and content; hash is the SHA-256 of both. Lists share files.
CREATE TABLE files (
    id SERIAL PRIMARY KEY,
    hash BYTEA NOT NULL,
    name TEXT NOT NULL,
    clean_name TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    content BYTEA NOT NULL,
    created_at TIMESTAMPTZ(6) NOT NULL
);

-- Contents are not compressed, because compressing an upload takes longer than storing it.
ALTER TABLE files ALTER COLUMN content SET STORAGE EXTERNAL;

CREATE UNIQUE INDEX files_hash_key ON files(hash);

-- Finds files of the same content under any name: they have the same size, and their contents are compared then.
CREATE INDEX files_bytes_idx ON files(bytes);

-- Mod lists, each in its present revision.
-- slug_base and slug_number are the parts of the slug, so that an index finds the next free number; number 1 is not
-- written. revision_number counts the revisions of the list. revised_at is when the present revision was made, if
-- the last update changed nothing; null means at updated_at. So a list that was never updated needs no row for its
-- history. hidden_at is when moderators hid the list; null if it is not hidden. A hidden list is not in any
-- collection, count or index of public lists, and it does not expire. change_id names the last change of what the
-- list shows. It is random, so no other state of any list in any copy of this database has the same id. ETags and
-- caches rely on it.
CREATE TABLE lists (
    id SERIAL PRIMARY KEY,
    slug TEXT COLLATE "C" NOT NULL,
    slug_base TEXT COLLATE "C" NOT NULL,
    slug_number INTEGER NOT NULL,
    name TEXT NOT NULL,
    version TEXT,
    description TEXT,
    website TEXT,
    discord TEXT,
    readme TEXT,
    note TEXT,
    private BOOLEAN NOT NULL,
    hidden_at TIMESTAMPTZ(6),
    expires_at TIMESTAMPTZ(6),
    created_at TIMESTAMPTZ(6) NOT NULL,
    updated_at TIMESTAMPTZ(6) NOT NULL,
    game_id INTEGER NOT NULL REFERENCES games(id) ON DELETE RESTRICT ON UPDATE CASCADE,
    author_id INTEGER REFERENCES users(id) ON DELETE SET NULL ON UPDATE CASCADE,
    revision_number INTEGER NOT NULL DEFAULT 1,
    revised_at TIMESTAMPTZ(6),
    change_id UUID NOT NULL DEFAULT gen_random_uuid()
);

CREATE UNIQUE INDEX lists_slug_key ON lists(slug);

CREATE UNIQUE INDEX lists_slug_base_slug_number_key ON lists(slug_base, slug_number);

-- Gives a list a new change id whenever any statement changes the list.
CREATE FUNCTION change_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.change_id := gen_random_uuid();
    RETURN NEW;
END
$$;

CREATE TRIGGER change_list BEFORE UPDATE ON lists
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION change_list();

-- Gives all lists of a user a new change id when the user changes, because a list shows its author. The lock waits for
-- transactions that are adding a list of this user; without it, the update would miss those lists.
CREATE FUNCTION change_lists_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM users WHERE id = NEW.id FOR UPDATE;
    UPDATE lists SET change_id = gen_random_uuid() WHERE author_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER change_lists_of_user AFTER UPDATE ON users
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION change_lists_of_user();

-- Gives all lists of a game a new change id when the game changes, because a list shows its game. The lock is there for
-- the same reason as in change_lists_of_user.
CREATE FUNCTION change_lists_of_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM games WHERE id = NEW.id FOR UPDATE;
    UPDATE lists SET change_id = gen_random_uuid() WHERE game_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER change_lists_of_game AFTER UPDATE ON games
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION change_lists_of_game();

-- The files of the present revision of each list, in the order of the upload.
CREATE TABLE list_files (
    list_id INTEGER NOT NULL REFERENCES lists(id) ON DELETE CASCADE ON UPDATE CASCADE,
    position INTEGER NOT NULL,
    file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE RESTRICT ON UPDATE CASCADE,

    PRIMARY KEY (list_id, position)
);

-- Keys that allow changing an anonymous list. Only the SHA-256 of a key is stored. The keys have a table of their
-- own, so that no view of a list can show one. A key is deleted with its list, or when a user claims the list.
CREATE TABLE owner_keys (
    list_id INTEGER PRIMARY KEY REFERENCES lists(id) ON DELETE CASCADE ON UPDATE CASCADE,
    hash BYTEA NOT NULL
);

CREATE UNIQUE INDEX owner_keys_hash_key ON owner_keys(hash);

-- Slugs of lists that were deleted or that expired. A new list can't take such a slug until the sweep deletes its row,
-- after free_at: else a stranger could take over the links to the old list.
CREATE TABLE freed_slugs (
    slug TEXT COLLATE "C" PRIMARY KEY,
    slug_base TEXT COLLATE "C" NOT NULL,
    slug_number INTEGER NOT NULL,
    free_at TIMESTAMPTZ(6) NOT NULL
);

-- Past revisions of lists. An update that changes a field or a file first copies the former state here. file_ids has
-- the files in the order of the upload.
CREATE TABLE list_revisions (
    list_id INTEGER NOT NULL REFERENCES lists(id) ON DELETE CASCADE ON UPDATE CASCADE,
    number INTEGER NOT NULL,
    created_at TIMESTAMPTZ(6) NOT NULL,
    name TEXT NOT NULL,
    version TEXT,
    description TEXT,
    website TEXT,
    discord TEXT,
    readme TEXT,
    note TEXT,
    private BOOLEAN NOT NULL,
    game_id INTEGER NOT NULL REFERENCES games(id) ON DELETE RESTRICT ON UPDATE CASCADE,
    file_ids INTEGER[],

    PRIMARY KEY (list_id, number)
);

-- The files of all past revisions of a list, one row for each file. The foreign key protects a file that is in use,
-- which an array of ids can't do. One row for several revisions keeps the table small. The two triggers on
-- list_revisions write this table.
CREATE TABLE revision_files (
    list_id INTEGER NOT NULL REFERENCES lists(id) ON DELETE CASCADE ON UPDATE CASCADE,
    file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE RESTRICT ON UPDATE CASCADE,

    PRIMARY KEY (list_id, file_id)
);

-- Adds the files of new revisions to revision_files.
CREATE FUNCTION hold_revision_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revision_files (list_id, file_id) SELECT list_id, unnest(file_ids) FROM added ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

CREATE TRIGGER hold_revision_files AFTER INSERT ON list_revisions REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION hold_revision_files();

-- Removes the files of deleted revisions from revision_files, if no other revision of the list has them.
CREATE FUNCTION drop_revision_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM revision_files held
    USING (SELECT DISTINCT list_id, unnest(file_ids) AS file_id FROM removed) gone
    WHERE held.list_id = gone.list_id AND held.file_id = gone.file_id AND NOT EXISTS (
        SELECT FROM list_revisions rest WHERE rest.list_id = gone.list_id AND gone.file_id = ANY (rest.file_ids)
    );
    RETURN NULL;
END
$$;

CREATE TRIGGER drop_revision_files AFTER DELETE ON list_revisions REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION drop_revision_files();

-- Files that a list or its history no longer has. The sweep deletes those that nothing else uses. Without these
-- rows, it would have to search all files. Rows are only added, so writers never wait for each other. Triggers on
-- list_files and revision_files write them in the transaction that removes the file. attempts counts those of the
-- sweep that failed. After three, a row is set aside.
CREATE TABLE released_files (
    id BIGSERIAL PRIMARY KEY,
    file_id INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0
);

-- Records files that an update, a delete or the sweep removes from a list or from its past revisions.
CREATE FUNCTION release_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO released_files (file_id) SELECT DISTINCT file_id FROM removed;
    RETURN NULL;
END
$$;

CREATE TRIGGER release_files AFTER DELETE ON list_files REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION release_files();

CREATE TRIGGER release_revision_files AFTER DELETE ON revision_files REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION release_files();

-- Expired lists that the sweep failed to delete, with its attempts. After three, a list is set aside.
CREATE TABLE unswept_lists (
    list_id INTEGER PRIMARY KEY REFERENCES lists(id) ON DELETE CASCADE ON UPDATE CASCADE,
    attempts INTEGER NOT NULL
);

-- Creations of lists that a client may repeat within a day, such as after a lost response.
CREATE TABLE idempotency_keys (
    key BYTEA PRIMARY KEY,
    body BYTEA NOT NULL,
    salt BYTEA NOT NULL,
    list_id INTEGER NOT NULL REFERENCES lists(id) ON DELETE CASCADE ON UPDATE CASCADE,
    created_at TIMESTAMPTZ(6) NOT NULL
);

CREATE INDEX idempotency_keys_list_id_idx ON idempotency_keys(list_id);

CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys(created_at);

-- When an operator last said that a backup was made and read again (the command `backup checked`). At most one row.
CREATE TABLE checked_backups (
    id INTEGER PRIMARY KEY,
    checked_at TIMESTAMPTZ(6) NOT NULL
);
