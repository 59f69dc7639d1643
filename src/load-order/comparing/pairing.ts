/** Returns for each key of the second order its place in the first, or -1. No key occurs twice in an order. */
export function pairByKey(before: readonly string[], after: readonly string[]): Int32Array {
  const placeOf = new Map<string, number>()
  before.forEach((key, place) => {
    placeOf.set(key, place)
  })
  return new Int32Array(after.map((key) => placeOf.get(key) ?? -1))
}

/** Returns the entries of the first order without a counterpart. */
export function withoutCounterpart<Entry>(before: readonly Entry[], places: Int32Array): Entry[] {
  const isPaired = new Uint8Array(before.length)
  for (const place of places) if (place !== -1) isPaired[place] = 1
  return before.filter((_, place) => isPaired[place] === 0)
}
