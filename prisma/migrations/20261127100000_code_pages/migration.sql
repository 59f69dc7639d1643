-- Whether a file is a plugins.txt in a code page, which the loadorder.txt of each of its lists decides about.
ALTER TABLE file_readings ADD COLUMN is_in_code_page BOOLEAN NOT NULL DEFAULT false;
