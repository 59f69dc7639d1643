import { keyOf, unmanagedKey } from './key.ts'

/**
 * Which names are the same, in any case and any normalisation: they have one number, counted from 0.
 *
 * Problem: each line has to be found among those of its list, and then of the other list. To make its key and to hash it
 * is most of what reading and comparing take.
 * Idea: two versions of a list are alike. So the name that follows another in one follows it in the other, most times, to
 * the character, and has its number without a key. Entries may be asked for from the last to the first, too.
 * Promise: numbers tell which names are the same and nothing else; how they are asked for changes only the time it takes.
 * Measured by `npm run bench -- changes`.
 */
export interface Names {
  numberOf(name: string): number
  /** How many numbers there are. */
  count(): number
}

function createNames(keyOf: (name: string) => string): Names {
  const numbers = new Map<string, number>()
  /** The name that each number was given for. */
  const names: string[] = []
  let last = 0
  let step = 1
  return {
    numberOf(name) {
      if (names[last + step] === name) {
        last += step
        return last
      }
      const key = keyOf(name)
      const number = numbers.get(key) ?? names.length
      if (number === names.length) {
        numbers.set(key, number)
        names.push(name)
      }
      step = number === last - 1 ? -1 : 1
      last = number
      return number
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
  mod: createNames(keyOf),
  separator: createNames(keyOf),
  unmanaged: createNames(unmanagedKey),
  plugin: createNames(keyOf),
  section: createNames(keyOf),
  setting: createNames(keyOf),
})

/** How many numbers all kinds of names have together. */
export const countNames = (names: LoadOrderNames): number =>
  Object.values(names).reduce((sum, { count }) => sum + count(), 0)

/** Finds the names of a list, of at most so many entries, that came before in it. */
export function createFirsts(names: Names, most: number) {
  const places = new Int32Array(names.count() + most).fill(-1)
  /** The first place of the name from `start` on; undefined: it has not come before, and this place is its first. */
  return (name: string, place: number, start = 0): number | undefined => {
    const number = names.numberOf(name)
    const first = places[number] ?? -1
    if (first >= start) return first
    places[number] = place
    return undefined
  }
}
