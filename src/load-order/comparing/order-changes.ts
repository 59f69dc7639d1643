import { entryKey, keyOf } from '../key.ts'
import type { Rename } from '../schemas.ts'
import type { Truncate } from './limit.ts'
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

/** Matches versions such as 1.2, v3 and 2_0a: numbers separated by dots or underscores, and up to two letters. */
const VERSION = /(?<![\p{L}\p{N}])v?[0-9]+(?:[._][0-9]+)*\p{L}{0,2}(?![\p{L}\p{N}])/gu

const EXTENSION = /\.[a-z][a-z0-9]*$/

/** Returns the letters and digits of a mod's name, without versions. Mods with the same stem may be renamed ones. */
export const modStem = (name: string): string =>
  keyOf(name)
    .replaceAll(VERSION, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Like modStem, for a plugin. Keeps the extension, which is the type of the plugin. */
export function pluginStem(name: string): string {
  const key = keyOf(name)
  const extension = EXTENSION.exec(key)?.[0] ?? ''
  const stem = modStem(key.slice(0, key.length - extension.length))
  return stem === '' ? '' : stem + extension
}

/** Pairs added and removed entries whose stem is the same and unique in both arrays, in the order of the added ones. */
export function possibleRenames(
  added: readonly { name: string }[],
  removed: readonly { name: string }[],
  stemOf: (name: string) => string,
): Rename[] {
  if (added.length === 0 || removed.length === 0) return []
  const before = onlyByStem(removed, stemOf)
  return [...onlyByStem(added, stemOf)].flatMap(([stem, to]) => {
    const from = before.get(stem)
    return typeof from === 'string' && typeof to === 'string' ? [{ from, to }] : []
  })
}

/** Maps each stem to its name, or to null if several names have it. */
function onlyByStem(entries: readonly { name: string }[], stemOf: (name: string) => string) {
  const names = new Map<string, string | null>()
  for (const { name } of entries) {
    const stem = stemOf(name)
    if (stem !== '') names.set(stem, names.has(stem) ? null : name)
  }
  return names
}
