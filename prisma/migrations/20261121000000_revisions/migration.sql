-- A revision is never used twice: what is kept in memory under a list's id and revision is right for good. The sequence
-- belongs to no column, so that nothing that empties the table starts it anew.
CREATE SEQUENCE list_revisions AS INTEGER CYCLE;

SELECT setval('list_revisions', (SELECT coalesce(max(revision), 0) + 1 FROM lists));

ALTER TABLE lists ALTER COLUMN revision SET DEFAULT nextval('list_revisions');

-- Whatever changes a list, by whatever statement, gives it a new revision.
CREATE FUNCTION revise_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.revision := nextval('list_revisions');
    RETURN NEW;
END
$$;

CREATE TRIGGER revise_list BEFORE UPDATE ON lists
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION revise_list();

-- A list shows its author and its game. The lock waits for transactions that are about to add a list of theirs, which
-- would be left out otherwise.
CREATE FUNCTION revise_lists_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM users WHERE id = NEW.id FOR UPDATE;
    UPDATE lists SET revision = revision + 1 WHERE author_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER revise_lists_of_user AFTER UPDATE ON users
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION revise_lists_of_user();

CREATE FUNCTION revise_lists_of_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM games WHERE id = NEW.id FOR UPDATE;
    UPDATE lists SET revision = revision + 1 WHERE game_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER revise_lists_of_game AFTER UPDATE ON games
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION revise_lists_of_game();
