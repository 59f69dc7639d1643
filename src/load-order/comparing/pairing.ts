import type { Names } from '../interning.ts'

/** Returns for each entry of the second order its place in the first, or -1. No name occurs twice in an order. */
export function pairByName<Entry extends { name: string }>(
  before: readonly Entry[],
  after: readonly Entry[],
  names: Names,
): Int32Array {
  const ids = before.map(({ name }) => names.idOf(name))
  const placeOf = new Int32Array(names.count()).fill(-1)
  ids.forEach((id, place) => {
    placeOf[id] = place
  })
  // Faster than Int32Array.from().
  const places = new Int32Array(after.length)
  after.forEach(({ name }, at) => {
    places[at] = placeOf[names.idOf(name)] ?? -1
  })
  return places
}

/** Returns the entries of the first order without a counterpart. */
export function withoutCounterpart<Entry>(before: readonly Entry[], places: Int32Array): Entry[] {
  const isPaired = new Uint8Array(before.length)
  for (const place of places) if (place !== -1) isPaired[place] = 1
  return before.filter((_, place) => isPaired[place] === 0)
}
