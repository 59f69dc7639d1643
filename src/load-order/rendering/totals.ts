import { MAX_CHANGES } from '../comparing/limit.ts'
import type { ModChanges, PluginChanges } from '../schemas.ts'

/** The number of entries of an array of changes that has no count in the response. */
export interface Total {
  count: number
  /** Whether there may be more, because the array was cut at the limits of limit.ts. */
  isCut: boolean
}

/**
 * Returns the total of an array without a count. The array may have been cut if it has the maximum number of entries,
 * or if the limit of characters was reached. In the latter case all arrays with counts are empty, since they are filled
 * last.
 */
export function totalOf({ counts, ...changes }: ModChanges | PluginChanges, { length }: readonly unknown[]): Total {
  const arrays = new Map<string, unknown>(Object.entries(changes))
  const counted = Object.entries(counts).filter(([, count]) => count > 0)
  const isFull = counted.length > 0 && counted.every(([name]) => isEmpty(arrays.get(name)))
  return { count: length, isCut: length >= MAX_CHANGES || isFull }
}

const isEmpty = (array: unknown) => Array.isArray(array) && array.length === 0
