import type { ListNames } from './queries.ts'

/** Returns for each name the number of lists that hold it. */
export function countListsByName(lists: Iterable<Pick<ListNames, 'enabled' | 'disabled'>>): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { enabled, disabled } of lists) {
    for (const id of [...enabled, ...disabled]) counts.set(id, (counts.get(id) ?? 0) + 1)
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

/**
 * Returns the Jaccard index of a neighbour and a name in `own` lists: lists with both, divided by lists with either.
 */
export const overlap = (own: number, { both, lists }: Pick<Neighbour, 'both' | 'lists'>): number =>
  both / (own + Math.max(lists, both) - both)

/** Compares neighbours by descending overlap, and by name if the overlap is equal. */
export const byOverlap =
  (own: number) =>
  (one: Neighbour, other: Neighbour): number =>
    overlap(own, other) - overlap(own, one) || (one.key < other.key ? -1 : 1)
