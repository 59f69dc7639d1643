import { internNames, type Names } from './interning.ts'
import { withoutKind } from './key.ts'

/** The names of a load order, or of several that are compared. One of each kind may have the same name. */
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

/** How many ids all kinds of names have together. */
export const countNames = (names: LoadOrderNames): number =>
  Object.values(names).reduce((sum, { count }) => sum + count(), 0)

/** Finds first occurrences of names in a list of at most so many entries. */
export function firstOccurrences(names: Names, most: number) {
  const places = new Int32Array(names.count() + most).fill(-1)
  /** Where the name at this place of the list came first, from `start` on: here, if it has not come before. */
  return (name: string, place: number, start = 0): number => {
    const id = names.idOf(name)
    const first = places[id] ?? -1
    if (first >= start) return first
    places[id] = place
    return place
  }
}
