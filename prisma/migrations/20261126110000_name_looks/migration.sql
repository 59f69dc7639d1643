-- How the names of users look (src/accounts/names/look.ts). Not unique, because names of older versions may look the same.
-- The program adds the rows of existing users. Not a column of users, whose changes change all lists of a user.
CREATE TABLE name_looks (
    user_id INTEGER PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE ON UPDATE CASCADE,
    look BYTEA NOT NULL
);
CREATE INDEX name_looks_look_idx ON name_looks(look);

-- The looks of the names of deleted users. Nobody can take such a name until free_at.
CREATE TABLE reserved_names (
    look BYTEA PRIMARY KEY,
    free_at TIMESTAMPTZ(6) NOT NULL
);
CREATE INDEX reserved_names_free_at_idx ON reserved_names(free_at);
