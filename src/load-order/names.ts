import { internNames, type Names } from './interning.ts'
import { withoutKind } from './key.ts'

/**
 * The names in one or more load orders. Each kind has its own set, since a mod and a separator can have the same name.
 */
export interface LoadOrderNames {
  mod: Names
  separator: Names
  unmanaged: Names
  plugin: Names
  section: Names
  setting: Names
}

export const createLoadOrderNames = (): LoadOrderNames => ({
  mod: internNames(),
  separator: internNames(),
  unmanaged: internNames(withoutKind),
  plugin: internNames(),
  section: internNames(),
  setting: internNames(),
})

/** Returns the number of ids of all kinds of names. */
export const countNames = (names: LoadOrderNames): number =>
  Object.values(names).reduce((sum, { count }) => sum + count(), 0)

/** Returns a function that finds the first occurrence of names in an array of about `most` entries. */
export function firstOccurrences(names: Names, most = 0) {
  let places = new Int32Array(names.count() + most).fill(-1)
  /** Returns the first place of a name at or after `start`: `place` itself if the name has not occurred before. */
  return (name: string, place: number, start = 0): number => {
    const id = names.idOf(name)
    if (id >= places.length) places = enlarged(places, 2 * id + 64)
    const first = places[id] ?? -1
    if (first >= start) return first
    places[id] = place
    return place
  }
}

function enlarged(places: Int32Array, length: number) {
  const all = new Int32Array(length).fill(-1)
  all.set(places)
  return all
}
