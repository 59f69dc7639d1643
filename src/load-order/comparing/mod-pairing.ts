import { entryKey, keyOf } from '../key.ts'
import type { Identities } from '../reading/found-mods.ts'
import type { ModEntry } from '../schemas.ts'

/**
 * Pairs the mods of two lists of which at least one has identities, in which a name can occur twice. Returns for each mod
 * of the second list its place in the first, or -1. Mods with the same identity are paired first; of those left, mods of
 * the same page with the same name; then mods with the same name, in the order of the lists.
 */
export function pairByIdentity(
  before: readonly ModEntry[],
  after: readonly ModEntry[],
  [identitiesBefore, identitiesAfter]: readonly [Identities, Identities],
): Int32Array {
  const places = new Int32Array(after.length).fill(-1)
  const isTaken = new Uint8Array(before.length)
  const pairBy = (keyIn: (identities: Identities, entry: ModEntry) => string | undefined) => {
    const waiting = new Map<string, number[]>()
    // Backwards, so that the first place is the last of its array.
    for (let place = before.length - 1; place >= 0; place--) {
      const entry = before[place]
      const key = isTaken[place] === 1 || entry === undefined ? undefined : keyIn(identitiesBefore, entry)
      if (key === undefined) continue
      const others = waiting.get(key)
      if (others === undefined) waiting.set(key, [place])
      else others.push(place)
    }
    after.forEach((entry, at) => {
      if (places[at] !== -1) return
      const key = keyIn(identitiesAfter, entry)
      const place = key === undefined ? undefined : waiting.get(key)?.pop()
      if (place === undefined) return
      places[at] = place
      isTaken[place] = 1
    })
  }
  pairBy((identities, entry) => identities.get(entry)?.identity)
  pairBy((identities, entry) => {
    const page = identities.get(entry)?.page
    return page === undefined ? undefined : `${page}\n${keyOf(entry.name)}`
  })
  pairBy((_, entry) => entryKey(entry))
  return places
}
