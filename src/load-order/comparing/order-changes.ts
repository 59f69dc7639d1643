import type { Names } from '../interning.ts'
import { unmoved } from './moved.ts'
import { pairByName, withoutCounterpart } from './pairing.ts'

interface Entry {
  name: string
  enabled: boolean | null
}

/** An entry of both orders that moved, and the unmoved entry that it came after and comes after now. */
export interface Move<E> {
  before: E
  after: E
  cameAfter: string | null
  comesAfter: string | null
}

/** All by place, in full: the lists that are told are cut by who tells them. */
export interface OrderChanges<E> {
  counts: { added: number; removed: number; enabled: number; disabled: number; moved: number }
  added: E[]
  removed: E[]
  enabled: E[]
  disabled: E[]
  moved: Move<E>[]
  /** For each entry of the second order its place in the first, -1 where it has none. */
  places: Int32Array
}

/** What differs between two orders of entries, each with its first-loaded entry first and no name twice. */
export function orderChanges<E extends Entry>(
  before: readonly E[],
  after: readonly E[],
  names: Names,
): OrderChanges<E> {
  const places = pairByName(before, after, names)
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
  const moved = moves(before, after, places)
  const counts = {
    added: added.length,
    removed: removed.length,
    enabled: enabled.length,
    disabled: disabled.length,
    moved: moved.length,
  }
  return { counts, added, removed, enabled, disabled, moved, places }
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

/** For each place of the first order the unmoved entry before it, as the second order spells it. */
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
