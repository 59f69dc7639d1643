-- When an operator last said that a backup was made and read again (the command `backup checked`). At most one row.
CREATE TABLE checked_backups (
    id INTEGER PRIMARY KEY,
    checked_at TIMESTAMPTZ(6) NOT NULL
);
