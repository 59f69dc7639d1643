-- The tables of the catalog, with their rules: users, games, files, lists and the history of lists.
-- Unique indexes stand here, because they are rules. Indexes for speed are in the next migration.
-- Text columns with COLLATE "C" are compared by their bytes, as JavaScript compares texts.

-- Authors of lists. name_key is the name in lower case: no two names may differ in case only.
CREATE TABLE users (
    id SERIAL PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT COLLATE "C" NOT NULL,
    verified BOOLEAN NOT NULL DEFAULT false,
    created_at TIMESTAMPTZ(6) NOT NULL
);

CREATE UNIQUE INDEX users_name_key_key ON users(name_key);

-- API tokens of users. A token itself is never stored, only its SHA-256, so that nobody who reads the database can use it.
CREATE TABLE api_tokens (
    id SERIAL PRIMARY KEY,
    user_id INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE ON UPDATE CASCADE,
    label TEXT,
    hash BYTEA NOT NULL,
    abilities TEXT[],
    created_at TIMESTAMPTZ(6) NOT NULL,
    expires_at TIMESTAMPTZ(6),
    revoked_at TIMESTAMPTZ(6)
);

CREATE UNIQUE INDEX api_tokens_hash_key ON api_tokens(hash);

-- The games that a list can be for. The last migration of the baseline inserts them. name_key is the name in lower case:
-- clients may name a game in any case.
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT COLLATE "C" NOT NULL
);

CREATE UNIQUE INDEX games_name_key ON games(name);

CREATE UNIQUE INDEX games_name_key_key ON games(name_key);

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

-- Mod lists, each in its present revision.
-- slug_base and slug_number are the parts of the slug, so that an index finds the next free number; number 1 is not written.
-- revision_number counts the revisions of the list. revised_at is when the present revision was made, if the last update
-- changed nothing; null means at updated_at. So a list that was never updated needs no row for its history.
-- change_id names the last change of what the list shows. It is random, so no other state of any list in any copy of this
-- database has the same id. ETags and caches rely on it.
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

-- Keys that allow changing an anonymous list. Only the SHA-256 of a key is stored. The keys have a table of their own, so
-- that no view of a list can show one. A key is deleted with its list, or when a user claims the list.
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

-- Past revisions of lists. An update that changes a field or a file first copies the former state here. file_ids has the
-- files in the order of the upload.
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

-- The files of all past revisions of a list, one row for each file. The foreign key protects a file that is in use, which
-- an array of ids can't do. One row for several revisions keeps the table small. The two triggers on list_revisions write
-- this table.
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

-- Files that a list or its history no longer has. The sweep deletes those that nothing else uses. Without these rows, it
-- would have to search all files. Rows are only added, so writers never wait for each other. Triggers on list_files and
-- revision_files write them in the transaction that removes the file.
CREATE TABLE released_files (
    id BIGSERIAL PRIMARY KEY,
    file_id INTEGER NOT NULL
);

-- Records files that an update, a delete or the sweep removes from a list.
CREATE FUNCTION release_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO released_files (file_id) SELECT DISTINCT file_id FROM removed;
    RETURN NULL;
END
$$;

CREATE TRIGGER release_files AFTER DELETE ON list_files REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION release_files();

-- Records files that no past revision of a list has any longer.
CREATE FUNCTION release_revision_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO released_files (file_id) SELECT DISTINCT file_id FROM removed;
    RETURN NULL;
END
$$;

CREATE TRIGGER release_revision_files AFTER DELETE ON revision_files REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION release_revision_files();

-- Names the history that the primary writes, for servers that read from standbys (src/db/standbys/position.ts). It has one
-- row, which servers rewrite when the primary has been replaced or restarted.
CREATE TABLE history_marks (
    id INTEGER PRIMARY KEY,
    era TEXT NOT NULL,
    mark UUID NOT NULL
);
