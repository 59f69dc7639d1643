import { keyOf } from './key.ts'

/**
 * Interned names: those that are the same, in any case and any normalisation, have one id, counted from 0.
 *
 * Problem: each line has to be found among those of its list, and then of the other list. To make its key and to look that
 * up in a Map is most of what reading and comparing take.
 * Idea: two versions of a list are alike. So the name that follows another in one follows it in the other, most times, to
 * the character, and has its id at once. Entries may be asked for from the last to the first, too. Other names are looked
 * up in a hash table, by a hash that a name of ASCII gives without its key; keys are made where two hashes are the same.
 * Promise: ids tell which names are the same and nothing else; how they are asked for changes only the time it takes.
 * Measured by `npm run bench -- changes`.
 */
export interface Names {
  idOf(name: string): number
  /** How many ids there are. */
  count(): number
}

/** A secret, else a file could be made of names that all collide. */
const HASH_SEED = crypto.getRandomValues(new Int32Array(1))[0] ?? 0

/** Names, of which only what `bare` leaves of them counts. */
export function internNames(bare = (name: string) => name): Names {
  /** By id: the name that it was given for, and the hash of that. */
  const names: string[] = []
  const hashes: number[] = []
  /** By hash: an id and one, or 0 for a free slot. Never more than half full. */
  let slots = new Int32Array(2 ** 10)
  let last = 0
  let step = 1

  function findOrAdd(name: string): number {
    const hash = hashOf(bare(name))
    let slot = hash & (slots.length - 1)
    for (let id = idAt(slot); id !== -1; id = idAt(slot)) {
      if (hashes[id] === hash && isSame(names[id] ?? '', name)) return id
      slot = (slot + 1) & (slots.length - 1)
    }
    slots[slot] = names.push(name)
    hashes.push(hash)
    if (2 * names.length > slots.length) grow()
    return names.length - 1
  }

  const idAt = (slot: number) => (slots[slot] ?? 0) - 1
  const isSame = (one: string, other: string) => one === other || keyOf(bare(one)) === keyOf(bare(other))

  function grow() {
    slots = new Int32Array(4 * slots.length)
    hashes.forEach((hash, id) => {
      let slot = hash & (slots.length - 1)
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = id + 1
    })
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

/**
 * FNV-1a of a name's key, with its high bits mixed into the low ones that choose the slot. Of a name that is all ASCII it
 * is made without the key.
 */
function hashOf(name: string, isKey = false): number {
  let hash = HASH_SEED
  let bits = 0
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at)
    bits |= code
    const folded = code >= 0x41 && code <= 0x5a ? code + 0x20 : code
    hash = Math.imul(hash ^ folded, 0x01000193)
  }
  if (bits > 0x7f && !isKey) return hashOf(keyOf(name), true)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
