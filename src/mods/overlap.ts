import { unpackIds } from './packed-ids.ts'

/** Counts in how many lists each name stands. */
export function countNames(lists: Iterable<{ enabled: Uint8Array; disabled: Uint8Array }>): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { enabled, disabled } of lists) {
    for (const packed of [enabled, disabled]) {
      for (const id of unpackIds(packed)) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  }
  return counts
}

export interface Neighbour {
  key: string
  /** Number of lists with both. */
  both: number
  /** Number of lists with the neighbour. */
  lists: number
}

/** Lists with both in relation to lists with either (Jaccard index), for a name in `own` lists. */
export const overlap = (own: number, { both, lists }: Pick<Neighbour, 'both' | 'lists'>): number =>
  both / (own + Math.max(lists, both) - both)

/** Sorts neighbours by overlap, and equal ones by name. */
export const byOverlap =
  (own: number) =>
  (one: Neighbour, other: Neighbour): number =>
    overlap(own, other) - overlap(own, one) || (one.key < other.key ? -1 : 1)
