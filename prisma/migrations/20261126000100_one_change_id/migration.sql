-- The id of a list's last change is all that names it: lists from before there were such ids get one, and stamps go.
UPDATE lists SET change_id = gen_random_uuid() WHERE change_id IS NULL;

DROP TRIGGER stamp_list ON lists;

DROP TRIGGER stamp_lists_of_user ON users;

DROP TRIGGER stamp_lists_of_game ON games;

DROP FUNCTION stamp_list, stamp_lists_of_user, stamp_lists_of_game;

-- Drops the indexes that have it, too.
ALTER TABLE lists DROP COLUMN stamp, ALTER COLUMN change_id SET NOT NULL;

DROP SEQUENCE list_stamps;

-- Any statement that changes a list gives it a new change id.
CREATE FUNCTION change_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.change_id := gen_random_uuid();
    RETURN NEW;
END
$$;

CREATE TRIGGER change_list BEFORE UPDATE ON lists
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION change_list();

-- A list shows its author and its game. The lock waits for transactions that are about to add a list of theirs, which would be
-- left out otherwise.
CREATE FUNCTION change_lists_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM users WHERE id = NEW.id FOR UPDATE;
    UPDATE lists SET change_id = gen_random_uuid() WHERE author_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER change_lists_of_user AFTER UPDATE ON users
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION change_lists_of_user();

CREATE FUNCTION change_lists_of_game() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM games WHERE id = NEW.id FOR UPDATE;
    UPDATE lists SET change_id = gen_random_uuid() WHERE game_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER change_lists_of_game AFTER UPDATE ON games
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION change_lists_of_game();

-- A page of public lists is read from one index alone: which lists it has, and the last change of each.
CREATE INDEX lists_public_created_idx ON lists(created_at, id) INCLUDE (change_id, expires_at) WHERE NOT private;

CREATE INDEX lists_public_updated_idx ON lists(updated_at, id) INCLUDE (change_id, expires_at) WHERE NOT private;

CREATE INDEX lists_public_game_created_idx ON lists(game_id, created_at, id) INCLUDE (change_id, expires_at) WHERE NOT private;

CREATE INDEX lists_public_game_updated_idx ON lists(game_id, updated_at, id) INCLUDE (change_id, expires_at) WHERE NOT private;

CREATE INDEX lists_public_author_created_idx ON lists(author_id, created_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND author_id IS NOT NULL;

CREATE INDEX lists_public_author_updated_idx ON lists(author_id, updated_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND author_id IS NOT NULL;

CREATE INDEX lists_public_both_created_idx ON lists(author_id, game_id, created_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND author_id IS NOT NULL;

CREATE INDEX lists_public_both_updated_idx ON lists(author_id, game_id, updated_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND author_id IS NOT NULL;
