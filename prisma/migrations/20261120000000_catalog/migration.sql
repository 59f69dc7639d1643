CREATE TABLE games (
    id INTEGER NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT COLLATE "C" NOT NULL,

    CONSTRAINT games_pkey PRIMARY KEY (id)
);

CREATE TABLE users (
    id SERIAL NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT COLLATE "C" NOT NULL,
    verified BOOLEAN NOT NULL DEFAULT false,
    created_at TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT users_pkey PRIMARY KEY (id)
);

CREATE TABLE api_tokens (
    id SERIAL NOT NULL,
    user_id INTEGER NOT NULL,
    label TEXT,
    hash BYTEA NOT NULL,
    abilities TEXT[],
    created_at TIMESTAMPTZ(6) NOT NULL,
    expires_at TIMESTAMPTZ(6),
    revoked_at TIMESTAMPTZ(6),

    CONSTRAINT api_tokens_pkey PRIMARY KEY (id)
);

CREATE TABLE lists (
    id SERIAL NOT NULL,
    slug TEXT COLLATE "C" NOT NULL,
    slug_base TEXT COLLATE "C" NOT NULL,
    slug_number INTEGER NOT NULL,
    name TEXT NOT NULL,
    version TEXT,
    description TEXT,
    website TEXT,
    discord TEXT,
    readme TEXT,
    private BOOLEAN NOT NULL,
    expires_at TIMESTAMPTZ(6),
    created_at TIMESTAMPTZ(6) NOT NULL,
    updated_at TIMESTAMPTZ(6) NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    game_id INTEGER NOT NULL,
    author_id INTEGER,

    CONSTRAINT lists_pkey PRIMARY KEY (id)
);

CREATE TABLE list_files (
    list_id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    file_id INTEGER NOT NULL,

    CONSTRAINT list_files_pkey PRIMARY KEY (list_id,position)
);

CREATE TABLE files (
    id SERIAL NOT NULL,
    hash BYTEA NOT NULL,
    name TEXT NOT NULL,
    clean_name TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    content BYTEA NOT NULL,
    created_at TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT files_pkey PRIMARY KEY (id)
);

CREATE TABLE released_files (
    id BIGSERIAL NOT NULL,
    file_id INTEGER NOT NULL,

    CONSTRAINT released_files_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX games_name_key ON games(name);

CREATE UNIQUE INDEX games_name_key_key ON games(name_key);

CREATE UNIQUE INDEX users_name_key_key ON users(name_key);

CREATE UNIQUE INDEX api_tokens_hash_key ON api_tokens(hash);

CREATE INDEX api_tokens_user_id_idx ON api_tokens(user_id);

CREATE UNIQUE INDEX lists_slug_key ON lists(slug);

CREATE INDEX lists_created_at_id_idx ON lists(created_at, id);

CREATE INDEX lists_updated_at_id_idx ON lists(updated_at, id);

CREATE INDEX lists_game_id_created_at_id_idx ON lists(game_id, created_at, id);

CREATE INDEX lists_author_id_created_at_id_idx ON lists(author_id, created_at, id);

CREATE INDEX lists_expires_at_idx ON lists(expires_at);

CREATE UNIQUE INDEX lists_slug_base_slug_number_key ON lists(slug_base, slug_number);

CREATE INDEX list_files_file_id_idx ON list_files(file_id);

CREATE UNIQUE INDEX files_hash_key ON files(hash);

ALTER TABLE api_tokens ADD CONSTRAINT api_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE lists ADD CONSTRAINT lists_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE lists ADD CONSTRAINT lists_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE list_files ADD CONSTRAINT list_files_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE list_files ADD CONSTRAINT list_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE RESTRICT ON UPDATE CASCADE;

-- Compressing an upload costs more time than storing it; the page cache does not care.
ALTER TABLE files ALTER COLUMN content SET STORAGE EXTERNAL;

-- Whatever takes a file from a list (an update, a delete, a sweep) notes it here in the same transaction, so that the
-- sweep need not search all files for those that no list has. Rows are only added: writers never wait for each other.
CREATE FUNCTION release_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO released_files (file_id) SELECT DISTINCT file_id FROM removed;
    RETURN NULL;
END
$$;

CREATE TRIGGER release_files AFTER DELETE ON list_files
    REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION release_files();
