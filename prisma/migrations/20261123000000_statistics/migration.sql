-- What GET /v1/stats tells beside the public lists, which list_totals and list_changes have: each number is the sum of its
-- column, expired lists included until they are swept. Writers only add rows, in their own transactions, and never wait for
-- each other. The rows are folded into one by and by.
CREATE TABLE statistics (
    id BIGSERIAL NOT NULL,
    private_lists BIGINT NOT NULL DEFAULT 0,
    anonymous_lists BIGINT NOT NULL DEFAULT 0,
    authors BIGINT NOT NULL DEFAULT 0,
    files BIGINT NOT NULL DEFAULT 0,
    bytes BIGINT NOT NULL DEFAULT 0,
    stored_bytes BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT statistics_pkey PRIMARY KEY (id)
);

ALTER TABLE statistics SET (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0, vacuum_truncate = off);

-- Nobody writes or folds while this runs: no change is left out, and none is counted twice.
LOCK TABLE files, lists, list_files IN SHARE ROW EXCLUSIVE MODE;

SELECT pg_advisory_xact_lock(5274903);

-- Lists. Of public ones the fold adds up who is anonymous and how many authors there are: their notes say it already.
CREATE OR REPLACE FUNCTION note_added_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, created_day, updated_day, lists)
    SELECT game_id, author_id, utc_day(created_at), utc_day(updated_at), count(*)
    FROM added WHERE NOT private GROUP BY 1, 2, 3, 4;
    INSERT INTO statistics (private_lists, anonymous_lists)
    SELECT count(*), count(*) FILTER (WHERE author_id IS NULL) FROM added WHERE private HAVING count(*) > 0;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_removed_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO list_changes (game_id, author_id, created_day, updated_day, lists)
    SELECT game_id, author_id, utc_day(created_at), utc_day(updated_at), -count(*)
    FROM removed WHERE NOT private GROUP BY 1, 2, 3, 4;
    INSERT INTO statistics (private_lists, anonymous_lists)
    SELECT -count(*), -count(*) FILTER (WHERE author_id IS NULL) FROM removed WHERE private HAVING count(*) > 0;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_changed_lists() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- What is left is taken off by one more row: others may have added some that they have not committed yet.
CREATE OR REPLACE FUNCTION forget_all_lists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    TRUNCATE list_changes, list_totals, list_days;
    INSERT INTO statistics (private_lists, anonymous_lists, authors)
    SELECT -coalesce(sum(private_lists), 0), -coalesce(sum(anonymous_lists), 0), -coalesce(sum(authors), 0) FROM statistics;
    RETURN NULL;
END
$$;

-- The files of lists: a file that several lists have counts as often.
CREATE FUNCTION note_added_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO statistics (files, bytes)
    SELECT count(*), coalesce(sum((SELECT bytes FROM files WHERE id = file_id)), 0) FROM added HAVING count(*) > 0;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION release_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO released_files (file_id) SELECT DISTINCT file_id FROM removed;
    INSERT INTO statistics (files, bytes)
    SELECT -count(*), -coalesce(sum((SELECT bytes FROM files WHERE id = file_id)), 0) FROM removed HAVING count(*) > 0;
    RETURN NULL;
END
$$;

CREATE FUNCTION note_changed_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO released_files (file_id) SELECT DISTINCT file_id FROM removed;
    INSERT INTO statistics (bytes)
    SELECT coalesce((SELECT sum((SELECT bytes FROM files WHERE id = file_id)) FROM added), 0)
        - coalesce((SELECT sum((SELECT bytes FROM files WHERE id = file_id)) FROM removed), 0);
    RETURN NULL;
END
$$;

CREATE FUNCTION release_all_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO released_files (file_id) SELECT id FROM files;
    INSERT INTO statistics (files, bytes) SELECT -coalesce(sum(files), 0), -coalesce(sum(bytes), 0) FROM statistics;
    RETURN NULL;
END
$$;

CREATE TRIGGER note_added_files AFTER INSERT ON list_files REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_added_files();

CREATE TRIGGER note_changed_files AFTER UPDATE ON list_files REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_changed_files();

CREATE TRIGGER release_all_files AFTER TRUNCATE ON list_files
    FOR EACH STATEMENT EXECUTE FUNCTION release_all_files();

-- What is stored, once for each file. By row: a table of the added rows would be another copy of their contents.
CREATE FUNCTION note_stored_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO statistics (stored_bytes) VALUES (coalesce(NEW.bytes, 0) - coalesce(OLD.bytes, 0));
    RETURN NULL;
END
$$;

CREATE FUNCTION forget_stored_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO statistics (stored_bytes) SELECT -coalesce(sum(stored_bytes), 0) FROM statistics;
    RETURN NULL;
END
$$;

CREATE TRIGGER note_stored_file AFTER INSERT OR DELETE ON files
    FOR EACH ROW EXECUTE FUNCTION note_stored_file();

CREATE TRIGGER forget_stored_files AFTER TRUNCATE ON files
    FOR EACH STATEMENT EXECUTE FUNCTION forget_stored_files();

-- Lists that are counted though they have expired. They are few, whatever the table is thought to hold.
CREATE FUNCTION unswept_lists(moment TIMESTAMPTZ)
    RETURNS TABLE (id INTEGER, author_id INTEGER, private BOOLEAN) LANGUAGE plpgsql STABLE ROWS 10
    SET enable_seqscan = off AS $$
BEGIN
    RETURN QUERY SELECT l.id, l.author_id, l.private FROM lists l WHERE l.expires_at <= moment;
END
$$;

-- Folds the rows of statistics too. Who has a list in the totals is an author: the fold sees them come and go.
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
    by_filter AS (
        SELECT game.id AS game_id, author.id AS author_id, created_day, updated_day, lists
        FROM taken, LATERAL (VALUES (0), (taken.game_id)) game(id), LATERAL (VALUES (0), (taken.author_id)) author(id)
        WHERE author.id IS NOT NULL
    ),
    sums AS (
        SELECT game_id, author_id, sum(lists) AS lists FROM by_filter GROUP BY 1, 2 HAVING sum(lists) <> 0
    ),
    totals AS (
        INSERT INTO list_totals AS kept SELECT * FROM sums
        ON CONFLICT (game_id, author_id) DO UPDATE SET lists = kept.lists + EXCLUDED.lists
        RETURNING game_id, author_id, lists
    ),
    days AS (
        INSERT INTO list_days AS kept
        SELECT game_id, author_id, updated, CASE author_id WHEN 0 THEN day ELSE date_trunc('month', day)::date END, sum(lists)
        FROM by_filter, LATERAL (VALUES (false, created_day), (true, updated_day)) moment(updated, day)
        GROUP BY 1, 2, 3, 4 HAVING sum(lists) <> 0
        ON CONFLICT (game_id, author_id, updated, day) DO UPDATE SET lists = kept.lists + EXCLUDED.lists
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

-- What is there already. What has not been folded yet of public lists will be.
INSERT INTO statistics (private_lists, anonymous_lists, authors, files, bytes, stored_bytes)
SELECT
    (SELECT count(*) FROM lists WHERE private),
    (SELECT count(*) FROM lists WHERE private AND author_id IS NULL)
        + (SELECT coalesce(sum(CASE author_id WHEN 0 THEN lists ELSE -lists END), 0) FROM list_totals WHERE game_id = 0),
    (SELECT count(*) FROM list_totals WHERE game_id = 0 AND author_id <> 0 AND lists > 0),
    (SELECT count(*) FROM list_files),
    (SELECT coalesce(sum(bytes), 0) FROM list_files JOIN files ON files.id = file_id),
    (SELECT coalesce(sum(bytes), 0) FROM files);

SELECT fold_list_changes(2147483647);
