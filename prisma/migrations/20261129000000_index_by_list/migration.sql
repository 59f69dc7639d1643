-- The index of mods reads the files of a list together, so lists are its only queue.

DROP TRIGGER note_unread_files ON files;

DROP FUNCTION note_unread_files();

DROP TABLE unread_files, file_readings;

-- When a list is tried next. A server that takes a list moves this time ahead, so that no other server reads the list
-- meanwhile. After three failed attempts the list is set aside: it is tried again after ten minutes, and then after
-- twice as long each time.
ALTER TABLE unindexed_lists ADD COLUMN run_at TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP;
