/**
 * Returns the key of a name, by which names of authors, games and files are looked up. Names that differ only in case
 * or normalization share it. Normalized last, because a lower-case letter may have a composed form that its capital
 * lacks. PostgreSQL has no NUL.
 */
export const nameKey = (name: string): string => name.toLowerCase().normalize('NFC').replaceAll('\0', '\uFFFD')
