-- Indexes for speed, and the search.

-- Foreign keys that no other index begins with: deleting a user or a file looks up the rows that refer to it.
CREATE INDEX api_tokens_user_id_idx ON api_tokens(user_id);

CREATE INDEX list_files_file_id_idx ON list_files(file_id);

CREATE INDEX revision_files_file_id_idx ON revision_files(file_id);

-- Lists in the order of creation, private ones included: of everybody, and of one author.
CREATE INDEX lists_created_at_id_idx ON lists(created_at, id);

CREATE INDEX lists_author_id_created_at_id_idx ON lists(author_id, created_at, id);

-- The sweep finds expired lists by this index.
CREATE INDEX lists_expires_at_idx ON lists(expires_at);

-- A new list looks for the highest freed number of its slug. The sweep looks for slugs that may be used again.
CREATE INDEX freed_slugs_slug_base_slug_number_idx ON freed_slugs(slug_base, slug_number);

CREATE INDEX freed_slugs_free_at_idx ON freed_slugs(free_at);

-- A page of public lists has one index for each filter and order. The index alone tells which lists the page has and the
-- last change of each; OFFSET skips the pages before it.
CREATE INDEX lists_public_created_idx ON lists(created_at, id) INCLUDE (change_id, expires_at) WHERE NOT private;

CREATE INDEX lists_public_updated_idx ON lists(updated_at, id) INCLUDE (change_id, expires_at) WHERE NOT private;

CREATE INDEX lists_public_game_created_idx ON lists(game_id, created_at, id) INCLUDE (change_id, expires_at) WHERE NOT private;

CREATE INDEX lists_public_game_updated_idx ON lists(game_id, updated_at, id) INCLUDE (change_id, expires_at) WHERE NOT private;

CREATE INDEX lists_public_author_created_idx ON lists(author_id, created_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND author_id IS NOT NULL;

CREATE INDEX lists_public_author_updated_idx ON lists(author_id, updated_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND author_id IS NOT NULL;

CREATE INDEX lists_public_both_created_idx ON lists(author_id, game_id, created_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND author_id IS NOT NULL;

CREATE INDEX lists_public_both_updated_idx ON lists(author_id, game_id, updated_at, id) INCLUDE (change_id, expires_at) WHERE NOT private AND author_id IS NOT NULL;

-- Public lists that have an end. From it totals subtract what has expired since the last sweep, by game and author, and
-- caches learn when a response changes although nothing is written.
CREATE INDEX lists_public_expires_idx ON lists(expires_at) INCLUDE (game_id, author_id) WHERE NOT private AND expires_at IS NOT NULL;

-- The words by which a search finds a list. The service makes them (src/lists/search/words.ts), so no dictionary or locale
-- of the database plays a part. They have a table of their own, because rows of lists are read often and should be small.
CREATE TABLE list_search (
    list_id INTEGER PRIMARY KEY REFERENCES lists(id) ON DELETE CASCADE ON UPDATE CASCADE,
    words TSVECTOR NOT NULL
);

CREATE INDEX list_search_words_idx ON list_search USING GIN (words);
