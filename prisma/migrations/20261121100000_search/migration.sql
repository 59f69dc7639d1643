-- The words by which a list is found. The service makes them (src/lists/search-words.ts): no parser, dictionary or locale
-- of the database has a part in it. Apart from the lists, whose rows are read often and are better small.
CREATE TABLE list_search (
    list_id INTEGER NOT NULL,
    words tsvector NOT NULL,

    CONSTRAINT list_search_pkey PRIMARY KEY (list_id)
);

CREATE INDEX list_search_words_idx ON list_search USING GIN (words);

ALTER TABLE list_search ADD CONSTRAINT list_search_list_id_fkey FOREIGN KEY (list_id) REFERENCES lists(id) ON DELETE CASCADE ON UPDATE CASCADE;

-- The words of the lists that are there already, as near as SQL comes: lower case beyond ASCII is as the locale has it,
-- letters are told from signs by blocks of Unicode, and only the common accents are taken off. The next update of a list
-- writes its exact words.
CREATE FUNCTION pg_temp.words_of(original text) RETURNS SETOF text LANGUAGE sql AS $$
    WITH folded AS (
        SELECT translate(regexp_replace(lower(normalize(original, NFKD)), '[\u0300-\u036f\u064b-\u065f\u3099\u309a]', '', 'g'), 'ς', 'σ') AS part
    ), parts AS (
        SELECT part FROM folded
        UNION ALL
        SELECT regexp_replace(part, '(\w)[''’‘ʼ`](?=\w)', '\1', 'g') FROM folded
    ), runs AS (
        -- What is written without spaces is a run of its own.
        SELECT unnest(regexp_split_to_array(
            regexp_replace(part, '([\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+)', ' \1 ', 'g'),
            '[^0-9a-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\ud7ff\uf900-\ufdff\ufe70-\ufefe\U00010000-\U0001efff\U00020000-\U0003ffff]+'
        )) AS run FROM parts
    )
    SELECT left(run, 100) FROM runs WHERE run <> '' AND run !~ '^[\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]'
    UNION
    SELECT substr(run, at, 2) FROM runs, generate_series(1, length(run)) AS at
    WHERE run ~ '^[\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]'
$$;

INSERT INTO list_search (list_id, words)
SELECT lists.id, array_to_tsvector(ARRAY(
    SELECT pg_temp.words_of(concat_ws(E'\n', lists.name, users.name, games.name, lists.description))
))
FROM lists JOIN games ON games.id = lists.game_id LEFT JOIN users ON users.id = lists.author_id;

DROP FUNCTION pg_temp.words_of(text);
