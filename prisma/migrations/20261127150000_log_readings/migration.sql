-- How new a log is: of several logs of a list, the first one with the greatest text counts. Null for other files.
ALTER TABLE file_readings ADD COLUMN log_rank TEXT;
