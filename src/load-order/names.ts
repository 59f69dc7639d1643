import { keyOf, unmanagedKey } from './key.ts'

/**
 * Interned names: those that are the same, in any case and any normalisation, have one id, counted from 0.
 *
 * Problem: each line has to be found among those of its list, and then of the other list. To make its key and to hash it
 * is most of what reading and comparing take.
 * Idea: two versions of a list are alike. So the name that follows another in one follows it in the other, most times, to
 * the character, and has its id without a key. Entries may be asked for from the last to the first, too.
 * Promise: ids tell which names are the same and nothing else; how they are asked for changes only the time it takes.
 * Measured by `npm run bench -- changes`.
 */
export interface Names {
  idOf(name: string): number
  /** How many ids there are. */
  count(): number
}

function internNames(toKey: (name: string) => string): Names {
  const ids = new Map<string, number>()
  /** The name that each id was given for. */
  const names: string[] = []
  let last = 0
  let step = 1
  return {
    idOf(name) {
      if (names[last + step] === name) {
        last += step
        return last
      }
      const key = toKey(name)
      const id = ids.get(key) ?? names.length
      if (id === names.length) {
        ids.set(key, id)
        names.push(name)
      }
      step = id === last - 1 ? -1 : 1
      last = id
      return id
    },
    count: () => names.length,
  }
}

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
  mod: internNames(keyOf),
  separator: internNames(keyOf),
  unmanaged: internNames(unmanagedKey),
  plugin: internNames(keyOf),
  section: internNames(keyOf),
  setting: internNames(keyOf),
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
