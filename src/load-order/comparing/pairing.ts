/**
 * Returns for each entry of the second order its place in the first, or -1. No key occurs twice in an order. Most
 * entries are in the same part at the end of both orders, or follow the same entry in both, and are found without their
 * keys. `isSame` reports whether two entries are spelled the same.
 */
export function pairByKey<Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  keyOf: (entry: Entry) => string,
  isSame: (one: Entry, other: Entry) => boolean,
): Int32Array {
  const ending = sameEnding(before, after, isSame)
  const first = before.slice(0, before.length - ending)
  let places: Map<string, number> | undefined
  let next = 0
  const placeOf = (entry: Entry, at: number): number => {
    if (at >= after.length - ending) return before.length - after.length + at
    const following = first[next]
    if (following !== undefined && isSame(following, entry)) return next++
    places ??= placesByKey(first, keyOf)
    const place = places.get(keyOf(entry)) ?? -1
    if (place !== -1) next = place + 1
    return place
  }
  return new Int32Array(after.map(placeOf))
}

/** Returns the number of entries at the end of two orders that are the same. */
function sameEnding<Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  isSame: (one: Entry, other: Entry) => boolean,
): number {
  for (let count = 0; ; count++) {
    const one = before[before.length - 1 - count]
    const other = after[after.length - 1 - count]
    if (one === undefined || other === undefined || !isSame(one, other)) return count
  }
}

function placesByKey<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): Map<string, number> {
  const places = new Map<string, number>()
  entries.forEach((entry, place) => {
    places.set(keyOf(entry), place)
  })
  return places
}

/** Returns the entries of the first order without a counterpart. */
export function withoutCounterpart<Entry>(before: readonly Entry[], places: Int32Array): Entry[] {
  const isPaired = new Uint8Array(before.length)
  for (const place of places) if (place !== -1) isPaired[place] = 1
  return before.filter((_, place) => isPaired[place] === 0)
}
