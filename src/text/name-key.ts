/**
 * Returns the key by which the names of authors, games and files are looked up and paired. Names that differ only in
 * case or Unicode normalization have the same key (docs/api.md#pages and #comparing). The name is normalized last,
 * because a lower-case letter may have a composed form that its capital lacks. NUL is replaced, because PostgreSQL does
 * not support it; no stored name contains the replacement.
 */
export const nameKey = (name: string): string => name.toLowerCase().normalize('NFC').replaceAll('\0', '\uFFFD')
