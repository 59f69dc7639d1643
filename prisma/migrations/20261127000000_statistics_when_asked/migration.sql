-- GET /v1/stats counts when it is asked (src/stats/queries.ts): no trigger keeps sums for it any more. The number of public
-- lists stays in list_totals and list_changes.
DROP TRIGGER note_added_files ON list_files;

DROP TRIGGER note_changed_files ON list_files;

DROP TRIGGER release_all_files ON list_files;

DROP TRIGGER note_stored_file ON files;

DROP TRIGGER forget_stored_files ON files;

DROP FUNCTION note_added_files, note_changed_files, release_all_files, note_stored_file, forget_stored_files, unswept_lists;

CREATE OR REPLACE FUNCTION release_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO released_files (file_id) SELECT DISTINCT file_id FROM removed;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_added_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, lists)
    SELECT game_id, author_id, count(*) FROM added WHERE NOT private GROUP BY 1, 2;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_removed_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, lists)
    SELECT game_id, author_id, -count(*) FROM removed WHERE NOT private GROUP BY 1, 2;
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
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION forget_all_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE list_changes, list_totals;
    RETURN NULL;
END
$$;

-- Adds up to `most` changes to the totals, and returns how many they were. If several callers run at once, one works.
CREATE OR REPLACE FUNCTION fold_list_changes(most INTEGER) RETURNS INTEGER LANGUAGE plpgsql AS $$
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

DROP TABLE statistics;
