-- Finds files of the same content under any name: they have the same size, and their contents are compared then.
CREATE INDEX files_bytes_idx ON files(bytes);
