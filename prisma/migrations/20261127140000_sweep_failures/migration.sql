-- Attempts of the sweep that failed. After three, a row is set aside.
ALTER TABLE released_files ADD COLUMN attempts integer NOT NULL DEFAULT 0;

CREATE TABLE unswept_lists (
  list_id integer PRIMARY KEY REFERENCES lists (id) ON DELETE CASCADE ON UPDATE CASCADE,
  attempts integer NOT NULL
);
