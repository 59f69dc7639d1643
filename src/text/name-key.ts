/**
 * A name as it is looked up: authors and games are found in any case (CONTRACT.md, filters). PostgreSQL knows no NUL;
 * no stored name has the replacement character in its place.
 */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase().replaceAll('\0', '\uFFFD')
