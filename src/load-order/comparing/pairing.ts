/**
 * Returns for each entry of the second order its place in the first, or -1. No key occurs twice in an order. Most
 * entries follow the same entry in both orders, and are found without their keys. `isSame` reports whether two entries
 * are spelled the same.
 */
export function pairByKey<Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  keyOf: (entry: Entry) => string,
  isSame: (one: Entry, other: Entry) => boolean,
): Int32Array {
  let places: Map<string, number> | undefined
  let next = 0
  const placeOf = (entry: Entry): number => {
    const following = before[next]
    if (following !== undefined && isSame(following, entry)) return next++
    places ??= placesByKey(before, keyOf)
    const place = places.get(keyOf(entry)) ?? -1
    if (place !== -1) next = place + 1
    return place
  }
  return new Int32Array(after.map(placeOf))
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
