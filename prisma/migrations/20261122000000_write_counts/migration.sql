-- What counts towards WRITE_RATE_LIMIT, for all servers of this database. A count lives for a minute: it is not worth
-- the log that would bring it back after a crash, and a page keeps room for its next versions.
CREATE UNLOGGED TABLE write_counts (
    key TEXT NOT NULL,
    count INTEGER NOT NULL,
    resets_at TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT write_counts_pkey PRIMARY KEY (key)
) WITH (fillfactor = 50);
