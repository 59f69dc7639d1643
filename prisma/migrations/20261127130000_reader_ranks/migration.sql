-- The row of KINDS (src/load-order/reading/kinds.ts) whose reader understood the file. Of several files, the lowest wins.
ALTER TABLE file_readings ADD COLUMN rank INTEGER NOT NULL DEFAULT 0;
