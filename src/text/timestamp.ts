/**
 * Formats a time for the API: in UTC, with six fraction digits (docs/api.md#a-list). A Date has only three; the rest
 * are 0.
 */
export const timestamp = (moment: Date): string => moment.toISOString().replace('Z', '000Z')

/** Returns the earliest of some times; null means never. */
export const earliest = (...moments: readonly (Date | null)[]): Date | null =>
  moments.reduce((first, moment) => (first === null || (moment !== null && moment < first) ? moment : first), null)
