/**
 * A name as it is looked up and paired: authors, games and files are found in any case and in any normalisation of
 * Unicode (docs/api.md#pages and #comparing). Normalised last: a lower-case letter may have a composed form where its
 * capital has none. PostgreSQL knows no NUL; no stored name has the replacement character in its place.
 */
export const nameKey = (name: string): string => name.toLowerCase().normalize('NFC').replaceAll('\0', '\uFFFD')
