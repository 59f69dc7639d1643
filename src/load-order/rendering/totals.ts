import { MAX_CHANGES } from '../comparing/limit.ts'
import type { ModChanges, PluginChanges } from '../schemas.ts'

/** How many there are of what the counts of changes do not tell. */
export interface Total {
  count: number
  /** There may be more: the changes have room for no more than these. */
  isCut: boolean
}

/** Arrays end at a number of entries, and all once there is no room; those that are counted have it last. */
export function totalOf({ counts, ...changes }: ModChanges | PluginChanges, { length }: readonly unknown[]): Total {
  const arrays = new Map<string, unknown>(Object.entries(changes))
  const counted = Object.entries(counts).filter(([, count]) => count > 0)
  const hasNoRoom = counted.length > 0 && counted.every(([name]) => isEmpty(arrays.get(name)))
  return { count: length, isCut: length >= MAX_CHANGES || hasNoRoom }
}

const isEmpty = (array: unknown) => Array.isArray(array) && array.length === 0
