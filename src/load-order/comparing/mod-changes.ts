import type { ModChanges, ModEntry } from '../schemas.ts'
import { MAX_ORDER_CHARACTERS, truncateTo } from './limit.ts'
import { type Move, orderChanges } from './order-changes.ts'
import { modStem, possibleRenames } from './renames.ts'

/** Returns the changes between two mod orders, highest priority first, like the lines of modlist.txt. */
export function modChanges(
  before: readonly ModEntry[],
  after: readonly ModEntry[],
  most = MAX_ORDER_CHARACTERS,
): ModChanges {
  const truncate = truncateTo(most)
  const [all, allAfter] = [byKind(before), byKind(after)]
  const changesOf = (kind: ModEntry['kind']) => orderChanges(all[kind], allAfter[kind])
  const namesOf = ({ added, removed }: ReturnType<typeof changesOf>) => ({
    added: truncate(added.toReversed(), ({ name }) => ({ name })),
    removed: truncate(removed.toReversed(), ({ name }) => ({ name })),
  })
  const mods = changesOf('mod')
  const [added, removed] = [mods.added.toReversed(), mods.removed.toReversed()]
  const uncounted = {
    separators: namesOf(changesOf('separator')),
    unmanaged: namesOf(changesOf('unmanaged')),
    possible_renames: truncate(possibleRenames(added, removed, modStem), (rename) => rename),
  }
  const updated = updates(all.mod, allAfter.mod, mods.places).toReversed()
  return {
    counts: { ...mods.counts, updated: updated.length },
    added: truncate(added, stateOf),
    removed: truncate(removed, stateOf),
    enabled: truncate(mods.enabled.toReversed(), namedPlaceOf),
    disabled: truncate(mods.disabled.toReversed(), namedPlaceOf),
    moved: truncate(mods.moved.toReversed(), moveOf),
    updated: truncate(updated, (update) => update),
    ...uncounted,
  }
}

/** Returns the mods of both lists whose versions are known and differ as text, by ascending priority. */
function updates(before: readonly ModEntry[], after: readonly ModEntry[], places: Int32Array) {
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

const placeOf = ({ priority, separator }: ModEntry) => ({ priority, separator })
const namedPlaceOf = (mod: ModEntry) => ({ name: mod.name, ...placeOf(mod) })
const stateOf = (mod: ModEntry) => ({ name: mod.name, enabled: mod.enabled, ...placeOf(mod) })

const moveOf = ({ before, after, cameAfter, comesAfter }: Move<ModEntry>) => ({
  name: after.name,
  from: { ...placeOf(before), after: cameAfter },
  to: { ...placeOf(after), after: comesAfter },
})
