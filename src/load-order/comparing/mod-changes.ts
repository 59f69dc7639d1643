import type { ModChanges, ModEntry } from '../schemas.ts'
import { MAX_ORDER_CHARACTERS, truncateTo } from './limit.ts'
import { entryViews, type OrderChanges, orderChanges } from './order-changes.ts'
import { modStem, possibleRenames } from './renames.ts'

/** Returns the changes between two mod orders, highest priority first, like the lines of modlist.txt. */
export function modChanges(
  before: readonly ModEntry[],
  after: readonly ModEntry[],
  most = MAX_ORDER_CHARACTERS,
): ModChanges {
  const truncate = truncateTo(most)
  const [all, allAfter] = [byKind(before), byKind(after)]
  const changesOf = (kind: ModEntry['kind']) => downward(orderChanges(all[kind], allAfter[kind]))
  const namesOf = ({ added, removed }: OrderChanges<ModEntry>) => ({
    added: truncate(added, ({ name }) => ({ name })),
    removed: truncate(removed, ({ name }) => ({ name })),
  })
  const mods = changesOf('mod')
  const uncounted = {
    separators: namesOf(changesOf('separator')),
    unmanaged: namesOf(changesOf('unmanaged')),
    possible_renames: truncate(possibleRenames(mods.added, mods.removed, modStem), (rename) => rename),
  }
  const updated = updates(all.mod, allAfter.mod, mods.places).toReversed()
  return {
    counts: { ...mods.counts, updated: updated.length },
    ...entryViews(mods, truncate, ({ priority, separator }) => ({ priority, separator })),
    updated: truncate(updated, (update) => update),
    ...uncounted,
  }
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
