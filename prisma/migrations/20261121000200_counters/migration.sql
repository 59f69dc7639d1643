-- How many public lists there are, expired ones included until they are swept. Every statement that changes lists adds
-- rows to list_changes in its own transaction: writers never wait for each other. The rows are folded into list_totals
-- and list_days by and by; the number is always the sum of both.
CREATE TABLE list_changes (
    id BIGSERIAL NOT NULL,
    game_id INTEGER NOT NULL,
    author_id INTEGER,
    created_day DATE NOT NULL,
    updated_day DATE NOT NULL,
    lists INTEGER NOT NULL,

    CONSTRAINT list_changes_pkey PRIMARY KEY (id)
);

ALTER TABLE list_changes SET (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0, vacuum_truncate = off);

-- By game and author; 0 stands for all of them.
CREATE TABLE list_totals (
    game_id INTEGER NOT NULL,
    author_id INTEGER NOT NULL,
    lists BIGINT NOT NULL,

    CONSTRAINT list_totals_pkey PRIMARY KEY (game_id, author_id)
);

-- The same by the day of creation and of the last update; by month (its first day) where an author is given.
CREATE TABLE list_days (
    game_id INTEGER NOT NULL,
    author_id INTEGER NOT NULL,
    updated BOOLEAN NOT NULL,
    day DATE NOT NULL,
    lists BIGINT NOT NULL,

    CONSTRAINT list_days_pkey PRIMARY KEY (game_id, author_id, updated, day)
);

CREATE FUNCTION utc_day(moment TIMESTAMPTZ) RETURNS DATE LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (moment AT TIME ZONE 'UTC')::date;

CREATE FUNCTION note_added_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, created_day, updated_day, lists)
    SELECT game_id, author_id, utc_day(created_at), utc_day(updated_at), count(*)
    FROM added WHERE NOT private GROUP BY 1, 2, 3, 4;
    RETURN NULL;
END
$$;

CREATE FUNCTION note_removed_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, created_day, updated_day, lists)
    SELECT game_id, author_id, utc_day(created_at), utc_day(updated_at), -count(*)
    FROM removed WHERE NOT private GROUP BY 1, 2, 3, 4;
    RETURN NULL;
END
$$;

CREATE FUNCTION note_changed_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, created_day, updated_day, lists)
    SELECT game_id, author_id, created_day, updated_day, sum(lists)
    FROM (
        SELECT game_id, author_id, utc_day(created_at) AS created_day, utc_day(updated_at) AS updated_day, 1 AS lists
        FROM added WHERE NOT private
        UNION ALL
        SELECT game_id, author_id, utc_day(created_at), utc_day(updated_at), -1 FROM removed WHERE NOT private
    ) changes
    GROUP BY 1, 2, 3, 4 HAVING sum(lists) <> 0;
    RETURN NULL;
END
$$;

CREATE FUNCTION forget_all_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE list_changes, list_totals, list_days;
    RETURN NULL;
END
$$;

CREATE TRIGGER note_added_lists AFTER INSERT ON lists REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_added_lists();

CREATE TRIGGER note_removed_lists AFTER DELETE ON lists REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION note_removed_lists();

CREATE TRIGGER note_changed_lists AFTER UPDATE ON lists REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_changed_lists();

CREATE TRIGGER forget_all_lists AFTER TRUNCATE ON lists
    FOR EACH STATEMENT EXECUTE FUNCTION forget_all_lists();

-- What is there already. No list is written while this runs: adding the triggers has locked the table.
INSERT INTO list_changes (game_id, author_id, created_day, updated_day, lists)
SELECT game_id, author_id, utc_day(created_at), utc_day(updated_at), count(*)
FROM lists WHERE NOT private GROUP BY 1, 2, 3, 4;

-- Folds up to `most` changes into the totals; gives how many they were. Of several callers at once one works.
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
    by_filter AS (
        SELECT game.id AS game_id, author.id AS author_id, created_day, updated_day, lists
        FROM taken, LATERAL (VALUES (0), (taken.game_id)) game(id), LATERAL (VALUES (0), (taken.author_id)) author(id)
        WHERE author.id IS NOT NULL
    ),
    totals AS (
        INSERT INTO list_totals AS kept
        SELECT game_id, author_id, sum(lists) FROM by_filter GROUP BY 1, 2 HAVING sum(lists) <> 0
        ON CONFLICT (game_id, author_id) DO UPDATE SET lists = kept.lists + EXCLUDED.lists
    ),
    days AS (
        INSERT INTO list_days AS kept
        SELECT game_id, author_id, updated, CASE author_id WHEN 0 THEN day ELSE date_trunc('month', day)::date END, sum(lists)
        FROM by_filter, LATERAL (VALUES (false, created_day), (true, updated_day)) moment(updated, day)
        GROUP BY 1, 2, 3, 4 HAVING sum(lists) <> 0
        ON CONFLICT (game_id, author_id, updated, day) DO UPDATE SET lists = kept.lists + EXCLUDED.lists
    )
    SELECT count(*) INTO folded FROM taken;
    RETURN folded;
END
$$;

SELECT fold_list_changes(2147483647);
