-- The number of public lists, by game and author. Expired lists count until the sweep deletes them.
-- Problem: counting a million lists for each page takes too long, and one row with the number would make all writers wait
-- for each other.
-- Approach: triggers add rows to list_changes in the transaction of the write. The sweep adds those rows to list_totals.
-- Guarantee: the number is always the sum of both tables, exact in every snapshot.

-- Changes of the numbers that list_totals does not have yet. Rows are only added and deleted.
CREATE TABLE list_changes (
    id BIGSERIAL PRIMARY KEY,
    game_id INTEGER NOT NULL,
    author_id INTEGER,
    lists INTEGER NOT NULL
);

-- Its rows live for a minute, and every count reads the whole table. So dead rows are removed early. The table keeps its
-- size meanwhile: truncating it would lock out the writers.
ALTER TABLE list_changes SET (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0, vacuum_truncate = off);

-- The numbers themselves. 0 as game_id or author_id stands for all games or all authors.
CREATE TABLE list_totals (
    game_id INTEGER NOT NULL,
    author_id INTEGER NOT NULL,
    lists BIGINT NOT NULL,

    PRIMARY KEY (game_id, author_id)
);

-- Counts public lists that a statement adds.
CREATE FUNCTION note_added_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, lists)
    SELECT game_id, author_id, count(*) FROM added WHERE NOT private GROUP BY 1, 2;
    RETURN NULL;
END
$$;

CREATE TRIGGER note_added_lists AFTER INSERT ON lists REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_added_lists();

-- Subtracts public lists that a statement deletes.
CREATE FUNCTION note_removed_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, lists)
    SELECT game_id, author_id, -count(*) FROM removed WHERE NOT private GROUP BY 1, 2;
    RETURN NULL;
END
$$;

CREATE TRIGGER note_removed_lists AFTER DELETE ON lists REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION note_removed_lists();

-- Counts lists that get another game or author, or become public or private. Most updates change none of these, and add
-- no row.
CREATE FUNCTION note_changed_lists() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER note_changed_lists AFTER UPDATE ON lists REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_changed_lists();

-- Empties the counters with the table: TRUNCATE fires no trigger for deleted rows.
CREATE FUNCTION forget_all_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE list_changes, list_totals;
    RETURN NULL;
END
$$;

CREATE TRIGGER forget_all_lists AFTER TRUNCATE ON lists
    FOR EACH STATEMENT EXECUTE FUNCTION forget_all_lists();

-- Adds up to `most` changes to the totals, and returns how many they were. If several callers run at once, one works.
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
