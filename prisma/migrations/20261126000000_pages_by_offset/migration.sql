-- Pages in the middle are found by OFFSET in their covering index: the number of lists of each day is no longer kept.
DROP TABLE list_days;

-- Nobody writes or folds while the functions are replaced.
LOCK TABLE lists IN SHARE ROW EXCLUSIVE MODE;

CREATE OR REPLACE FUNCTION note_added_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, lists)
    SELECT game_id, author_id, count(*) FROM added WHERE NOT private GROUP BY 1, 2;
    INSERT INTO statistics (private_lists, anonymous_lists)
    SELECT count(*), count(*) FILTER (WHERE author_id IS NULL) FROM added WHERE private HAVING count(*) > 0;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_removed_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, lists)
    SELECT game_id, author_id, -count(*) FROM removed WHERE NOT private GROUP BY 1, 2;
    INSERT INTO statistics (private_lists, anonymous_lists)
    SELECT -count(*), -count(*) FILTER (WHERE author_id IS NULL) FROM removed WHERE private HAVING count(*) > 0;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_changed_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, lists)
    SELECT game_id, author_id, sum(lists)
    FROM (
        SELECT game_id, author_id, 1 AS lists FROM added WHERE NOT private
        UNION ALL
        SELECT game_id, author_id, -1 FROM removed WHERE NOT private
    ) changes
    GROUP BY 1, 2 HAVING sum(lists) <> 0;
    INSERT INTO statistics (private_lists, anonymous_lists)
    SELECT sum(lists), sum(anonymous)
    FROM (
        SELECT 1 AS lists, (author_id IS NULL)::int AS anonymous FROM added WHERE private
        UNION ALL
        SELECT -1, -(author_id IS NULL)::int FROM removed WHERE private
    ) changes
    HAVING sum(lists) <> 0 OR sum(anonymous) <> 0;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION forget_all_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE list_changes, list_totals;
    INSERT INTO statistics (private_lists, anonymous_lists, authors)
    SELECT -coalesce(sum(private_lists), 0), -coalesce(sum(anonymous_lists), 0), -coalesce(sum(authors), 0) FROM statistics;
    RETURN NULL;
END
$$;

ALTER TABLE list_changes DROP COLUMN created_day, DROP COLUMN updated_day;

CREATE OR REPLACE FUNCTION fold_list_changes(most INTEGER) RETURNS INTEGER LANGUAGE plpgsql AS $$
DECLARE
    folded INTEGER;
    more_authors BIGINT;
    more_anonymous BIGINT;
    joined INTEGER;
BEGIN
    IF NOT EXISTS (SELECT FROM list_changes) AND NOT EXISTS (SELECT FROM statistics OFFSET 1)
        OR NOT pg_try_advisory_xact_lock(5274903)
    THEN
        RETURN 0;
    END IF;
    WITH taken AS (
        DELETE FROM list_changes WHERE id IN (SELECT id FROM list_changes ORDER BY id LIMIT most) RETURNING *
    ),
    sums AS (
        SELECT game.id AS game_id, author.id AS author_id, sum(lists) AS lists
        FROM taken, LATERAL (VALUES (0), (taken.game_id)) game(id), LATERAL (VALUES (0), (taken.author_id)) author(id)
        WHERE author.id IS NOT NULL
        GROUP BY 1, 2 HAVING sum(lists) <> 0
    ),
    totals AS (
        INSERT INTO list_totals AS kept SELECT * FROM sums
        ON CONFLICT (game_id, author_id) DO UPDATE SET lists = kept.lists + EXCLUDED.lists
        RETURNING game_id, author_id, lists
    )
    SELECT
        (SELECT count(*) FROM taken),
        (SELECT coalesce(sum(lists), 0) FROM taken WHERE author_id IS NULL),
        (
            SELECT coalesce(sum((totals.lists > 0)::int - (totals.lists - sums.lists > 0)::int), 0)
            FROM totals JOIN sums USING (game_id, author_id) WHERE game_id = 0 AND author_id <> 0
        )
    INTO folded, more_anonymous, more_authors;

    WITH taken AS (
        DELETE FROM statistics WHERE id IN (SELECT id FROM statistics ORDER BY id LIMIT most) RETURNING *
    ),
    one AS (
        INSERT INTO statistics (private_lists, anonymous_lists, authors, files, bytes, stored_bytes)
        SELECT coalesce(sum(private_lists), 0), coalesce(sum(anonymous_lists), 0) + more_anonymous,
            coalesce(sum(authors), 0) + more_authors, coalesce(sum(files), 0), coalesce(sum(bytes), 0),
            coalesce(sum(stored_bytes), 0)
        FROM taken
    )
    SELECT count(*) INTO joined FROM taken;
    RETURN greatest(folded, joined);
END
$$;

DROP FUNCTION utc_day(TIMESTAMPTZ);

-- An expired list is counted by game and author alone.
DROP INDEX lists_public_expires_idx;

CREATE INDEX lists_public_expires_idx ON lists(expires_at) INCLUDE (game_id, author_id) WHERE NOT private AND expires_at IS NOT NULL;
