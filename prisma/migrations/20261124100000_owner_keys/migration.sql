-- Who holds the key of an anonymous list may change it. Apart from the lists: so no row of a list that is read, kept or shown
-- has the hash in it. A key goes with its list, and when the list is claimed.
CREATE TABLE owner_keys (
    list_id INTEGER NOT NULL,
    hash BYTEA NOT NULL,

    CONSTRAINT owner_keys_pkey PRIMARY KEY (list_id)
);

CREATE UNIQUE INDEX owner_keys_hash_key ON owner_keys(hash);

ALTER TABLE owner_keys ADD CONSTRAINT owner_keys_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE CASCADE ON UPDATE CASCADE;
