import { entryKey, keyOf } from '../key.ts'
import type { Identities } from '../reading/found-mods.ts'
import { bareVersion, foldedName } from '../reading/other-games/minecraft-packs.ts'
import type { ModChanges, ModEntry } from '../schemas.ts'
import { MAX_ORDER_CHARACTERS, truncateTo } from './limit.ts'
import { entryViews, modStem, type OrderChanges, orderChanges, possibleRenames } from './order-changes.ts'

/** The mods of a list, and what identifies them besides their names. */
interface IdentifiedMods {
  mods: readonly ModEntry[]
  identities: Identities
}

/** Returns the changes between the mods of two lists, by ascending priority. All entries must be of the kind `mod`. */
export function compareMods(before: IdentifiedMods, after: IdentifiedMods): OrderChanges<ModEntry> {
  const identities = [before.identities, after.identities] as const
  const hasIdentities = identities.some(({ size }) => size > 0)
  return orderChanges(
    before.mods,
    after.mods,
    hasIdentities ? pairByIdentity(before.mods, after.mods, identities) : undefined,
  )
}

/** Returns the changes between two mod orders, highest priority first, like the lines of modlist.txt. */
export function modChanges(before: IdentifiedMods, after: IdentifiedMods, most = MAX_ORDER_CHARACTERS): ModChanges {
  const truncate = truncateTo(most)
  const [all, allAfter] = [byKind(before.mods), byKind(after.mods)]
  const changesOf = (kind: ModEntry['kind']) => downward(orderChanges(all[kind], allAfter[kind]))
  const namesOf = ({ added, removed }: OrderChanges<ModEntry>) => ({
    added: truncate(added, ({ name }) => ({ name })),
    removed: truncate(removed, ({ name }) => ({ name })),
  })
  const mods = downward(compareMods({ ...before, mods: all.mod }, { ...after, mods: allAfter.mod }))
  const separators = changesOf('separator')
  const uncounted = {
    separators: namesOf(separators),
    unmanaged: namesOf(changesOf('unmanaged')),
    possible_renames: truncate(possibleRenames(mods.added, mods.removed, modStem), (rename) => rename),
  }
  const updated = updates({ ...before, mods: all.mod }, { ...after, mods: allAfter.mod }, mods.places).toReversed()
  const regrouped = regroupings(all.mod, allAfter.mod, mods, separators).toReversed()
  return {
    counts: { ...mods.counts, updated: updated.length, regrouped: regrouped.length },
    ...entryViews(mods, truncate, ({ priority, separator }) => ({ priority, separator })),
    updated: truncate(updated, (update) => update),
    regrouped: truncate(regrouped, (one) => one),
    ...uncounted,
  }
}

/**
 * Returns the mods of both lists that have not moved but are under another separator, by ascending priority. If the old
 * separator is gone and the new one is new, the separator was renamed, and its mods stayed where they were.
 */
function regroupings(
  before: readonly ModEntry[],
  after: readonly ModEntry[],
  mods: OrderChanges<ModEntry>,
  separators: OrderChanges<ModEntry>,
): ModChanges['regrouped'] {
  const moved = new Set(mods.moved.map((move) => move.after))
  const keysOf = (entries: readonly ModEntry[]) => new Set(entries.map(({ name }) => keyOf(name)))
  const [gone, added] = [keysOf(separators.removed), keysOf(separators.added)]
  return after.flatMap((mod, at) => {
    const old = before[mods.places[at] ?? -1]
    const [from, to] = [old?.separator ?? null, mod.separator]
    if (old === undefined || from === to || moved.has(mod)) return []
    const [fromKey, toKey] = [from === null ? null : keyOf(from), to === null ? null : keyOf(to)]
    const isRenamed = fromKey !== null && toKey !== null && gone.has(fromKey) && added.has(toKey)
    return fromKey === toKey || isRenamed ? [] : [{ name: mod.name, from, to }]
  })
}

/** Returns changes of entries by ascending priority with the highest priority first. */
const downward = ({ added, removed, enabled, disabled, moved, ...rest }: OrderChanges<ModEntry>) => ({
  ...rest,
  added: added.toReversed(),
  removed: removed.toReversed(),
  enabled: enabled.toReversed(),
  disabled: disabled.toReversed(),
  moved: moved.toReversed(),
})

/**
 * Returns the mods of both lists whose versions are known and differ as text, by ascending priority. The name of a file has
 * more in its version than the id in a log.
 */
export function updates(before: IdentifiedMods, after: IdentifiedMods, places: Int32Array) {
  const updated: ModChanges['updated'] = []
  const isFile = ({ identities }: IdentifiedMods, mod: ModEntry) => identities.get(mod)?.folded !== undefined
  after.mods.forEach((mod, at) => {
    const old = before.mods[places[at] ?? -1]
    const [from, to] = [old?.version ?? null, mod.version]
    if (old === undefined || from === null || to === null || from === to) return
    if (isFile(before, old) !== isFile(after, mod) && bareVersion(from) === bareVersion(to)) return
    const { name, priority, separator } = mod
    updated.push({ name, from, to, priority, separator })
  })
  return updated
}

function byKind(entries: readonly ModEntry[]): Record<ModEntry['kind'], ModEntry[]> {
  const kinds: ReturnType<typeof byKind> = { mod: [], separator: [], unmanaged: [] }
  for (const entry of entries) kinds[entry.kind].push(entry)
  return kinds
}

/**
 * Pairs the mods of two lists of which at least one has identities, in which a name can occur twice. Returns for each mod
 * of the second list its place in the first, or -1. Mods with the same identity are paired first; of those left, mods of
 * the same page with the same name; then mods with the same name, in the order of the lists; of Minecraft, also the file of a
 * mod and its id.
 */
function pairByIdentity(
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
  if ([...identitiesBefore.values(), ...identitiesAfter.values()].some(({ folded }) => folded !== undefined))
    pairBy((identities, entry) => identities.get(entry)?.folded ?? foldedName(entry.name))
  return places
}
