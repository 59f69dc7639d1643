/**
 * Bounds what is told of one part. Names are told again and again, a separator with each mod under it, so a file of
 * kilobytes can make megabytes of answer. No array has more than 10,000 entries, and all arrays of a part together are of
 * so many characters of JSON, one beyond ASCII for three, at the most. No profile that people play with comes near.
 */
export const MOST_ENTRIES = 10_000
export const MOST_OF_ORDER = 8 * 2 ** 20
export const MOST_OF_SETTINGS = 2 * 2 ** 20

/** Gives the first entries as they are told; counts are taken before. */
export type Teller = <Entry, Told extends object>(entries: readonly Entry[], view: (entry: Entry) => Told) => Told[]

export function tellerOf(maxCharacters: number): Teller {
  let left = maxCharacters
  return (entries, view) => {
    const told = []
    for (const entry of entries.slice(0, MOST_ENTRIES)) {
      const one = view(entry)
      left -= weightOf(JSON.stringify(one))
      if (left < 0) break
      told.push(one)
    }
    return told
  }
}

const weightOf = (json: string) => (/[^\0-\x7f]/.test(json) ? 3 * json.length : json.length)
