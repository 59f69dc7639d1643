-- The history of a list. The present revision is the list itself, with its number and, where the last update changed
-- nothing, its time: without one it was made with the last update. So a create writes nothing more than before, and lists
-- that are there already have revision 1 without a row being written: this takes 20 ms, for a million lists as for none.
ALTER TABLE lists
    ADD COLUMN revision_number INTEGER NOT NULL DEFAULT 1,
    ADD COLUMN revised_at TIMESTAMPTZ(6);

-- Past revisions: what an update that changes a field or a file puts away, one row each.
CREATE TABLE list_revisions (
    list_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    created_at TIMESTAMPTZ(6) NOT NULL,
    name TEXT NOT NULL,
    version TEXT,
    description TEXT,
    website TEXT,
    discord TEXT,
    readme TEXT,
    private BOOLEAN NOT NULL,
    game_id INTEGER NOT NULL,
    file_ids INTEGER[],

    CONSTRAINT list_revisions_pkey PRIMARY KEY (list_id, number)
);

-- The files that past revisions of a list have, each once, however many of them have it: an update of one file of five adds
-- one row. By them a file is found to be in use, and can't be deleted.
CREATE TABLE revision_files (
    list_id INTEGER NOT NULL,
    file_id INTEGER NOT NULL,

    CONSTRAINT revision_files_pkey PRIMARY KEY (list_id, file_id)
);

CREATE INDEX revision_files_file_id_idx ON revision_files(file_id);

ALTER TABLE list_revisions ADD CONSTRAINT list_revisions_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE list_revisions ADD CONSTRAINT list_revisions_game_id_fkey FOREIGN KEY (game_id) REFERENCES games(id) ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE revision_files ADD CONSTRAINT revision_files_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE revision_files ADD CONSTRAINT revision_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE RESTRICT ON UPDATE CASCADE;

-- Whoever adds or deletes revisions, their files follow in the same transaction.
CREATE FUNCTION hold_revision_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revision_files (list_id, file_id) SELECT list_id, unnest(file_ids) FROM added ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

CREATE TRIGGER hold_revision_files AFTER INSERT ON list_revisions REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION hold_revision_files();

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

-- The sweep looks at what a history has let go of, as at what lists have (list_files).
CREATE FUNCTION release_revision_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO released_files (file_id) SELECT DISTINCT file_id FROM removed;
    RETURN NULL;
END
$$;

CREATE TRIGGER release_revision_files AFTER DELETE ON revision_files REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION release_revision_files();
