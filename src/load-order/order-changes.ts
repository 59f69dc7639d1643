import { unmoved } from './moved.ts'

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
}

/** What differs between two orders of entries, each with its first-loaded entry first and no key twice. */
export function orderChanges<E extends Entry>(
  before: readonly E[],
  after: readonly E[],
  keyOf: (entry: E) => string,
): OrderChanges<E> {
  const places = placesOf(before, after, keyOf)
  const changes = { ...presence(before, after, places), ...switched(before, after, places) }
  const moved = moves(before, after, places)
  const { added, removed, enabled, disabled } = changes
  return {
    counts: {
      added: added.length,
      removed: removed.length,
      enabled: enabled.length,
      disabled: disabled.length,
      moved: moved.length,
    },
    ...changes,
    moved,
  }
}

/** The place in the first order of each entry of the second, -1 where it has none. */
function placesOf<E>(before: readonly E[], after: readonly E[], keyOf: (entry: E) => string): Int32Array {
  const places = new Map(before.map((entry, place) => [keyOf(entry), place]))
  return Int32Array.from(after, (entry) => places.get(keyOf(entry)) ?? -1)
}

function presence<E>(before: readonly E[], after: readonly E[], places: Int32Array): { added: E[]; removed: E[] } {
  const isKept = new Uint8Array(before.length)
  for (const place of places) if (place !== -1) isKept[place] = 1
  return {
    added: after.filter((_, at) => places[at] === -1),
    removed: before.filter((_, place) => isKept[place] === 0),
  }
}

function switched<E extends Entry>(before: readonly E[], after: readonly E[], places: Int32Array) {
  const was = (at: number) => before[places[at] ?? -1]?.enabled
  return {
    enabled: after.filter(({ enabled }, at) => enabled === true && was(at) === false),
    disabled: after.filter(({ enabled }, at) => enabled === false && was(at) === true),
  }
}

function moves<E extends Entry>(before: readonly E[], after: readonly E[], places: Int32Array): Move<E>[] {
  const stays = unmoved(places)
  const cameAfter = namesBefore(before, after, places, stays)
  const moved: Move<E>[] = []
  let last: string | null = null
  for (const [at, entry] of after.entries()) {
    const place = places[at] ?? -1
    const counterpart = before[place]
    if (counterpart === undefined) continue
    if (stays[at] === 1) last = entry.name
    else moved.push({ before: counterpart, after: entry, cameAfter: cameAfter[place] ?? null, comesAfter: last })
  }
  return moved
}

/** For each place of the first order the unmoved entry before it, as the second order spells it. */
function namesBefore<E extends Entry>(
  before: readonly E[],
  after: readonly E[],
  places: Int32Array,
  stays: Uint8Array,
): (string | null)[] {
  const names: (string | null)[] = Array.from(before, () => null)
  for (const [at, { name }] of after.entries()) if (stays[at] === 1) names[places[at] ?? 0] = name
  let last: string | null = null
  return names.map((name) => {
    const nearest = last
    last = name ?? last
    return nearest
  })
}
