-- The senders of reports that are only counted in more_reports, so that each counts once. Deleted after a day.
CREATE TABLE counted_reporters (
    list_id INTEGER NOT NULL REFERENCES more_reports(list_id) ON DELETE CASCADE ON UPDATE CASCADE,
    sender BYTEA NOT NULL,
    created_at TIMESTAMPTZ(6) NOT NULL,
    PRIMARY KEY (list_id, sender)
);

CREATE INDEX counted_reporters_created_at_idx ON counted_reporters(created_at);
