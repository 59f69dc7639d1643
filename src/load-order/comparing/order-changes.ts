import { entryKey } from '../key.ts'
import type { Truncate } from './limit.ts'
import { unmoved } from './moved.ts'
import { pairByKey, withoutCounterpart } from './pairing.ts'

interface Entry {
  kind?: string
  name: string
  enabled: boolean | null
  /** Null if the order is unknown. */
  priority?: number | null
  index?: number | null
}

/** An entry of both orders that moved. */
interface Move<E> {
  before: E
  after: E
  /** Name of the last unmoved entry before it in the first order; null if there is none. */
  cameAfter: string | null
  /** Name of the last unmoved entry before it in the second order; null if there is none. */
  comesAfter: string | null
}

/** The changes between two orders. The arrays are complete, in the order of the entries; callers truncate them. */
export interface OrderChanges<E> {
  counts: { added: number; removed: number; enabled: number; disabled: number; moved: number }
  added: E[]
  removed: E[]
  enabled: E[]
  disabled: E[]
  moved: Move<E>[]
  /** For each entry of the second order, its place in the first order, or -1. */
  places: Int32Array
}

/**
 * Returns the changes between two orders of entries. Both start with the entry that loads first. Entries are paired by
 * their names, of which none occurs twice, unless `paired` has for each entry of `after` its place in `before`, or -1. If
 * one of the orders is unknown, nothing moves; neither do entries without a place, for which `hasPlace` returns false.
 */
export function orderChanges<E extends Entry>(
  before: readonly E[],
  after: readonly E[],
  paired?: Int32Array,
  hasPlace?: (entry: E) => boolean,
): OrderChanges<E> {
  const places = paired ?? pairByKey(before, after, entryKey, (one, other) => one.name === other.name)
  const added: E[] = []
  const enabled: E[] = []
  const disabled: E[] = []
  after.forEach((entry, at) => {
    const counterpart = before[places[at] ?? -1]
    if (counterpart === undefined) added.push(entry)
    else if (entry.enabled === true && counterpart.enabled === false) enabled.push(entry)
    else if (entry.enabled === false && counterpart.enabled === true) disabled.push(entry)
  })
  const removed = withoutCounterpart(before, places)
  const placed =
    hasPlace === undefined ? places : places.map((place, at) => (isPlaced(after[at], hasPlace) ? place : -1))
  const moved = [before, after].every(hasOrder) ? moves(before, after, placed) : []
  const counts = {
    added: added.length,
    removed: removed.length,
    enabled: enabled.length,
    disabled: disabled.length,
    moved: moved.length,
  }
  return { counts, added, removed, enabled, disabled, moved, places }
}

const isPlaced = <E>(entry: E | undefined, hasPlace: (entry: E) => boolean) => entry !== undefined && hasPlace(entry)

const hasOrder = ([first]: readonly Entry[]): boolean => first?.priority !== null && first?.index !== null

/** Returns the views of changed entries, within the limits. `placeOf` returns the place of an entry in its order. */
export function entryViews<E extends Entry, Place extends object>(
  { added, removed, enabled, disabled, moved }: OrderChanges<E>,
  truncate: Truncate,
  placeOf: (entry: E) => Place,
) {
  const stateOf = (entry: E) => ({ name: entry.name, enabled: entry.enabled, ...placeOf(entry) })
  const namedPlaceOf = (entry: E) => ({ name: entry.name, ...placeOf(entry) })
  return {
    added: truncate(added, stateOf),
    removed: truncate(removed, stateOf),
    enabled: truncate(enabled, namedPlaceOf),
    disabled: truncate(disabled, namedPlaceOf),
    moved: truncate(moved, ({ before, after, cameAfter, comesAfter }) => ({
      name: after.name,
      from: { ...placeOf(before), after: cameAfter },
      to: { ...placeOf(after), after: comesAfter },
    })),
  }
}

function moves<E extends Entry>(before: readonly E[], after: readonly E[], places: Int32Array): Move<E>[] {
  const stays = unmoved(places)
  if (places.every((place, at) => place === -1 || stays[at] === 1)) return []
  const cameAfter = nearestUnmoved(before, after, places, stays)
  const moved: Move<E>[] = []
  let last: string | null = null
  after.forEach((entry, at) => {
    const place = places[at] ?? -1
    const counterpart = before[place]
    if (counterpart === undefined) return
    if (stays[at] === 1) last = entry.name
    else moved.push({ before: counterpart, after: entry, cameAfter: cameAfter[place] ?? null, comesAfter: last })
  })
  return moved
}

/** Returns for each place of the first order the last unmoved entry before it, as the second order spells it. */
function nearestUnmoved<E extends Entry>(
  before: readonly E[],
  after: readonly E[],
  places: Int32Array,
  stays: Uint8Array,
): (string | null)[] {
  const names: (string | null)[] = before.map(() => null)
  after.forEach(({ name }, at) => {
    if (stays[at] === 1) names[places[at] ?? 0] = name
  })
  let last: string | null = null
  return names.map((name) => {
    const nearest = last
    last = name ?? last
    return nearest
  })
}
