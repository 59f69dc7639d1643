/**
 * Which entries were moved between two orders. One mod that is carried from the end to the start changes the place of
 * every other; a person moved one. So as many entries as can be are taken as unmoved: a longest common order of both,
 * which is a longest increasing subsequence of the places in the first order, read in the second. It is found by
 * patience sorting (Fredman 1975) in O(n log n); where there are several, the last of the shortest piles decides, so
 * the same two orders give the same answer. Measured by `npm run bench -- changes`.
 */

/** Of each entry of the second order its place in the first, -1 where it has none: 1 for those that did not move. */
export function unmoved(places: Int32Array): Uint8Array {
  /** The entries that end a common order of each length, the one with the lowest place. */
  const ends = new Int32Array(places.length)
  const previous = new Int32Array(places.length)
  let length = 0
  for (let entry = 0; entry < places.length; entry++) {
    const place = places[entry] ?? -1
    if (place === -1) continue
    const before = shorterThan(places, ends, length, place)
    previous[entry] = before === 0 ? -1 : (ends[before - 1] ?? -1)
    ends[before] = entry
    if (before === length) length++
  }

  const stays = new Uint8Array(places.length)
  for (let entry = length === 0 ? -1 : (ends[length - 1] ?? -1); entry !== -1; entry = previous[entry] ?? -1) {
    stays[entry] = 1
  }
  return stays
}

/** How long a common order may be that ends before a place. */
function shorterThan(places: Int32Array, ends: Int32Array, length: number, place: number): number {
  const placeOf = (at: number) => places[ends[at] ?? 0] ?? 0
  if (length === 0 || placeOf(length - 1) < place) return length
  let [low, high] = [0, length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (placeOf(middle) < place) low = middle + 1
    else high = middle
  }
  return low
}
