-- Standbys answered reads. This row told a standby of the primary's history from one of another.
DROP TABLE history_marks;
