/**
 * Which entries were moved between two orders. One mod that is carried from the end to the start changes the place of
 * every other; a person moved one. So as many entries as can be are taken as unmoved: a longest common order of both,
 * which is a longest increasing subsequence of the places in the first order, read along the second. Patience sorting
 * finds it in O(n log n). Where there are several, it is the one whose last entries stand lowest in the first order, so
 * the same two orders give the same answer. Measured by `npm run bench -- changes`.
 */

/** Of each entry of the second order its place in the first, -1 where it has none: 1 for those that did not move. */
export function unmoved(places: Int32Array): Uint8Array {
  /** The entry that ends the common order of each length, of several the one with the lowest place. */
  const ends = new Int32Array(places.length)
  const previous = new Int32Array(places.length)
  let length = 0
  let highest = -1
  for (let entry = 0; entry < places.length; entry++) {
    const place = places[entry] ?? -1
    if (place === -1) continue
    const before = place > highest ? length : shorterThan(places, ends, length, place)
    previous[entry] = before === 0 ? -1 : (ends[before - 1] ?? -1)
    ends[before] = entry
    if (before === length) length++
    if (before === length - 1) highest = place
  }

  const stays = new Uint8Array(places.length)
  for (let entry = length === 0 ? -1 : (ends[length - 1] ?? -1); entry !== -1; entry = previous[entry] ?? -1) {
    stays[entry] = 1
  }
  return stays
}

/** How many of the lengths end before a place. */
function shorterThan(places: Int32Array, ends: Int32Array, length: number, place: number): number {
  let [low, high] = [0, length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[ends[middle] ?? 0] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}
