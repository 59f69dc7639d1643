/**
 * Finds the entries that moved between two orders.
 *
 * Problem: if a person moves one mod from the end to the start, the places of all other mods change, too.
 * Approach: as many entries as possible count as unmoved. They are a longest increasing subsequence of the places in
 * the first order, read along the second order. Patience sorting finds it in O(n log n).
 * Guarantee: as few entries as possible count as moved. If several subsequences are longest, the one whose last entries
 * come first in the first order is used, so that the result is deterministic.
 */

/**
 * Returns 1 for each entry that did not move. `places` has for each entry of the second order its place in the first,
 * or -1.
 */
export function unmoved(places: Int32Array): Uint8Array {
  /** For each length, the last entry of a common subsequence of that length: the one with the lowest place. */
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

/** Returns the number of lengths whose subsequence ends before a place. */
function shorterThan(places: Int32Array, ends: Int32Array, length: number, place: number): number {
  let [low, high] = [0, length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[ends[middle] ?? 0] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}
