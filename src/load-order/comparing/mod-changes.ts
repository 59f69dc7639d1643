import { keyOf } from '../key.ts'
import type { Identities } from '../reading/found-mods.ts'
import type { ModChanges, ModEntry } from '../schemas.ts'
import { MAX_ORDER_CHARACTERS, truncateTo } from './limit.ts'
import { pairByIdentity } from './mod-pairing.ts'
import { entryViews, type OrderChanges, orderChanges } from './order-changes.ts'
import { modStem, possibleRenames } from './renames.ts'

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
  const updated = updates(all.mod, allAfter.mod, mods.places).toReversed()
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

/** Returns the mods of both lists whose versions are known and differ as text, by ascending priority. */
export function updates(before: readonly ModEntry[], after: readonly ModEntry[], places: Int32Array) {
  const updated: ModChanges['updated'] = []
  after.forEach(({ name, version, priority }, at) => {
    const from = version === null ? null : (before[places[at] ?? -1]?.version ?? null)
    if (from !== null && version !== null && from !== version) updated.push({ name, from, to: version, priority })
  })
  return updated
}

function byKind(entries: readonly ModEntry[]): Record<ModEntry['kind'], ModEntry[]> {
  const kinds: ReturnType<typeof byKind> = { mod: [], separator: [], unmanaged: [] }
  for (const entry of entries) kinds[entry.kind].push(entry)
  return kinds
}
