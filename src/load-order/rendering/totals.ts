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
  const hasNoRoom = COUNTED.some((name) => counts[name] > 0) && COUNTED.every((name) => changes[name].length === 0)
  return { count: length, isCut: length >= MAX_CHANGES || hasNoRoom }
}

const COUNTED = ['added', 'removed', 'enabled', 'disabled', 'moved'] as const
