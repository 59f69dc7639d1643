-- The place of the crash in a list's log, so that other lists that crash there are found.
ALTER TABLE list_mods ADD COLUMN crash_place TEXT;
CREATE INDEX list_mods_crash_place_idx ON list_mods(crash_place);
