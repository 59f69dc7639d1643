/**
 * Limits for the changes of one part of a load order.
 *
 * Problem: names repeat, such as a separator with each mod under it, so that a file of kilobytes can make megabytes of
 * changes.
 * Approach: an array has at most 10,000 entries. All arrays of a part together have at most a number of characters of
 * JSON, where a text with non-ASCII characters counts three times. Arrays without a count are filled first.
 * Guarantee: the size of the changes is bounded. Real profiles stay far below the limits.
 */
export const MAX_CHANGES = 10_000
export const MAX_ORDER_CHARACTERS = 8 * 2 ** 20
export const MAX_SETTINGS_CHARACTERS = 2 * 2 ** 20
export const MAX_DLL_CHARACTERS = 2 ** 18

/** Returns the views of the first entries, as many as the limits allow. */
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
