-- Whether any line of a plugins.txt has an asterisk. Without one, the game of a list decides whether its plugins are on.
ALTER TABLE file_readings ADD COLUMN has_marks BOOLEAN NOT NULL DEFAULT false;
