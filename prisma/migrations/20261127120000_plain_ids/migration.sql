-- Stores the ids of names as arrays of integers, in ascending order. Readings and lists keep what they hold, so no file is
-- read again. Prisma declares no array as NOT NULL.
DROP INDEX list_mods_ids_idx;

ALTER TABLE file_readings
    ALTER COLUMN enabled DROP NOT NULL,
    ALTER COLUMN disabled DROP NOT NULL,
    ALTER COLUMN enabled TYPE INTEGER[] USING unpack_ids(enabled, ''),
    ALTER COLUMN disabled TYPE INTEGER[] USING unpack_ids(disabled, '');

ALTER TABLE list_mods
    ALTER COLUMN enabled DROP NOT NULL,
    ALTER COLUMN disabled DROP NOT NULL,
    ALTER COLUMN enabled TYPE INTEGER[] USING unpack_ids(enabled, ''),
    ALTER COLUMN disabled TYPE INTEGER[] USING unpack_ids(disabled, '');

DROP FUNCTION unpack_ids;

-- Every search reads all pending entries of the index, so their list is kept short.
CREATE INDEX list_mods_ids_idx ON list_mods USING GIN ((enabled || disabled)) WITH (gin_pending_list_limit = 256);

-- Without statistics, no plan depends on outdated ones, and ANALYZE does not read the arrays of thousands of rows.
ALTER INDEX list_mods_ids_idx ALTER COLUMN 1 SET STATISTICS 0;
