/** Formats a moment for the API: UTC with six fraction digits (docs/api.md#a-list). JavaScript knows three of them. */
export const timestamp = (moment: Date): string => moment.toISOString().replace('Z', '000Z')

/** The first of some moments, of which null is never. */
export const earliest = (...moments: readonly (Date | null)[]): Date | null =>
  moments.reduce((first, moment) => (first === null || (moment !== null && moment < first) ? moment : first), null)
