-- A file or list that fails goes behind all others, and is set aside after three attempts: it then stays in its queue, but
-- is not tried again until an operator asks for it.

ALTER TABLE unindexed_lists ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;

DROP INDEX unread_files_backlog_file_id_idx;
CREATE INDEX unread_files_attempts_backlog_file_id_idx ON unread_files(attempts, backlog, file_id);

DROP INDEX unindexed_lists_backlog_id_idx;
CREATE INDEX unindexed_lists_attempts_backlog_id_idx ON unindexed_lists(attempts, backlog, id);
CREATE INDEX unindexed_lists_list_id_idx ON unindexed_lists(list_id);
