-- A page of public lists is read from one index alone, under every filter and order: which lists, in which revision.
CREATE INDEX lists_public_created_idx ON lists(created_at, id) INCLUDE (revision, expires_at) WHERE NOT private;

CREATE INDEX lists_public_updated_idx ON lists(updated_at, id) INCLUDE (revision, expires_at) WHERE NOT private;

CREATE INDEX lists_public_game_created_idx ON lists(game_id, created_at, id) INCLUDE (revision, expires_at) WHERE NOT private;

CREATE INDEX lists_public_game_updated_idx ON lists(game_id, updated_at, id) INCLUDE (revision, expires_at) WHERE NOT private;

CREATE INDEX lists_public_author_created_idx ON lists(author_id, created_at, id) INCLUDE (revision, expires_at) WHERE NOT private AND author_id IS NOT NULL;

CREATE INDEX lists_public_author_updated_idx ON lists(author_id, updated_at, id) INCLUDE (revision, expires_at) WHERE NOT private AND author_id IS NOT NULL;

CREATE INDEX lists_public_both_created_idx ON lists(author_id, game_id, created_at, id) INCLUDE (revision, expires_at) WHERE NOT private AND author_id IS NOT NULL;

CREATE INDEX lists_public_both_updated_idx ON lists(author_id, game_id, updated_at, id) INCLUDE (revision, expires_at) WHERE NOT private AND author_id IS NOT NULL;

-- When an answer changes though nothing is written, and what has expired since the last sweep.
CREATE INDEX lists_public_expires_idx ON lists(expires_at) INCLUDE (game_id, author_id, created_at, updated_at) WHERE NOT private AND expires_at IS NOT NULL;

-- No page of everybody's lists needs these any more.
DROP INDEX lists_updated_at_id_idx, lists_game_id_created_at_id_idx;
