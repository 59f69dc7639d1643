-- The number that is another one after every change of a list is its stamp: revisions are what its history has. Only names
-- change: nothing is rewritten, whatever there is. What kept a stamp up to date under its old name goes first.
DROP TRIGGER revise_list ON lists;

DROP TRIGGER revise_lists_of_user ON users;

DROP TRIGGER revise_lists_of_game ON games;

DROP FUNCTION revise_list, revise_lists_of_user, revise_lists_of_game;

ALTER SEQUENCE list_revisions RENAME TO list_stamps;

ALTER TABLE lists RENAME COLUMN revision TO stamp;

-- PostgreSQL 18 has a name for it, those before have none.
DO $$
BEGIN
    IF EXISTS (SELECT FROM pg_constraint WHERE conname = 'lists_revision_not_null') THEN
        ALTER TABLE lists RENAME CONSTRAINT lists_revision_not_null TO lists_stamp_not_null;
    END IF;
END
$$;

-- Whatever changes a list, by whatever statement, gives it a new stamp.
CREATE FUNCTION stamp_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.stamp := nextval('list_stamps');
    RETURN NEW;
END
$$;

CREATE TRIGGER stamp_list BEFORE UPDATE ON lists
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION stamp_list();

-- A list shows its author and its game. The lock waits for transactions that are about to add a list of theirs, which
-- would be left out otherwise.
CREATE FUNCTION stamp_lists_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM users WHERE id = NEW.id FOR UPDATE;
    UPDATE lists SET stamp = stamp + 1 WHERE author_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER stamp_lists_of_user AFTER UPDATE ON users
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION stamp_lists_of_user();

CREATE FUNCTION stamp_lists_of_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM games WHERE id = NEW.id FOR UPDATE;
    UPDATE lists SET stamp = stamp + 1 WHERE game_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER stamp_lists_of_game AFTER UPDATE ON games
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION stamp_lists_of_game();
