import { keyOf } from './key.ts'

/**
 * Gives each name an id, counted from 0. Names with the same key (key.ts) have the same id.
 *
 * Two versions of a list mostly have the same names in the same order. So the name that follows the last one, forwards or
 * backwards, is tried first: then no key has to be made.
 */
export interface Names {
  idOf(name: string): number
  /** Returns the number of ids. */
  count(): number
}

/** Creates an empty set of names, of which only the part that `bare` returns is compared. */
export function internNames(bare = (name: string) => name): Names {
  const ids = new Map<string, number>()
  /** For each id, the name that it was first given for. */
  const names: string[] = []
  let last = 0
  let step = 1

  function findOrAdd(name: string): number {
    const key = keyOf(bare(name))
    const known = ids.get(key)
    if (known !== undefined) return known
    ids.set(key, names.length)
    return names.push(name) - 1
  }

  return {
    idOf(name) {
      if (names[last + step] === name) {
        last += step
        return last
      }
      const id = findOrAdd(name)
      step = id === last - 1 ? -1 : 1
      last = id
      return id
    },
    count: () => names.length,
  }
}
