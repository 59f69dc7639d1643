-- Time from which the sweep may delete a file that nothing uses. Null means at once. An upload stores its files before its
-- list, and so adds a row for each new file, with a time that leaves it an hour to store the list.
ALTER TABLE released_files ADD COLUMN due_at TIMESTAMPTZ(6);

CREATE INDEX released_files_due_at_idx ON released_files (due_at);
