const MOST_ENTRIES = 10_000

/** The first entries, as they are told. Counts are taken before. */
export const told = <Entry, Told>(entries: readonly Entry[], view: (entry: Entry) => Told): Told[] =>
  entries.slice(0, MOST_ENTRIES).map(view)
