/**
 * Bounds the changes of one part. Names come again and again, a separator with each mod under it, so a file of kilobytes
 * can make megabytes of changes. No array has more than 10,000 entries, and all arrays of a part together are of so many
 * characters of JSON, one beyond ASCII for three, at the most. Those that no count tells of have their room first. No profile
 * that people play with comes near.
 */
export const MAX_CHANGES = 10_000
export const MAX_ORDER_CHARACTERS = 8 * 2 ** 20
export const MAX_SETTINGS_CHARACTERS = 2 * 2 ** 20

/** Gives the views of the first entries, as many as there is room for; counts are taken before. */
export type Truncate = <Entry, View extends object>(entries: readonly Entry[], view: (entry: Entry) => View) => View[]

export function truncateTo(maxCharacters: number): Truncate {
  let left = maxCharacters
  return (entries, view) => {
    const views = []
    for (const entry of entries.slice(0, MAX_CHANGES)) {
      const one = view(entry)
      left -= weightOf(JSON.stringify(one))
      if (left < 0) break
      views.push(one)
    }
    return views
  }
}

const weightOf = (json: string) => (/[^\0-\x7f]/.test(json) ? 3 * json.length : json.length)
