-- Letters that Unicode does not decompose are searched as what they are written as without them: straße as strasse
-- (src/lists/search/words.ts). Changes the words of lists from before.
UPDATE list_search SET words = array_to_tsvector(ARRAY(
    SELECT left(replace(replace(replace(translate(word, 'øłđı', 'oldi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 100)
    FROM unnest(tsvector_to_array(words)) AS word
))
WHERE array_to_string(tsvector_to_array(words), ' ') ~ '[øłđıßæœ]';
