-- Names the history that the primary writes, for servers that read from standbys (src/db/standbys/position.ts): one row,
-- which they write when the primary is another one, or was restarted.
CREATE TABLE history_marks (
    id INTEGER NOT NULL,
    era TEXT NOT NULL,
    mark UUID NOT NULL,

    CONSTRAINT history_marks_pkey PRIMARY KEY (id)
);
