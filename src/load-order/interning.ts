import { keyOf } from './key.ts'

/**
 * Assigns ids to names, from 0. Names with the same key (key.ts) have the same id.
 *
 * Two versions of a list mostly have the same names in the same order. So the name after the last one, forwards or
 * backwards, is tried first. If it is the same, no key has to be computed.
 */
export interface Names {
  idOf(name: string): number
  /** Returns the number of ids. */
  count(): number
}

/** Creates an empty set of names. Names are compared by the part that `bare` returns. */
export function internNames(bare = (name: string) => name): Names {
  const ids = new Map<string, number>()
  /** For each id, the first name that got it. */
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
