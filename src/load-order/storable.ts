/** PostgreSQL stores neither NUL nor half a surrogate pair. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')
