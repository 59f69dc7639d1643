import type { LoadOrderNames } from '../names.ts'
import type { ModChanges, ModEntry } from '../schemas.ts'
import { MOST_OF_ORDER, tellerOf } from './limit.ts'
import { type Move, orderChanges } from './order-changes.ts'
import { modStem, possibleRenames } from './renames.ts'

/** What differs between two mod orders, from the highest priority down, as the file is read from its top. */
export function modChanges(
  before: readonly ModEntry[],
  after: readonly ModEntry[],
  names: LoadOrderNames,
  most = MOST_OF_ORDER,
): ModChanges {
  const told = tellerOf(most)
  const [all, allAfter] = [byKind(before), byKind(after)]
  const changesOf = (kind: ModEntry['kind']) => orderChanges(all[kind], allAfter[kind], names[kind])
  const namesOf = ({ added, removed }: ReturnType<typeof changesOf>) => ({
    added: told(added.toReversed(), ({ name }) => ({ name })),
    removed: told(removed.toReversed(), ({ name }) => ({ name })),
  })
  const mods = changesOf('mod')
  const [added, removed] = [mods.added.toReversed(), mods.removed.toReversed()]
  return {
    counts: mods.counts,
    added: told(added, stateOf),
    removed: told(removed, stateOf),
    enabled: told(mods.enabled.toReversed(), namedPlaceOf),
    disabled: told(mods.disabled.toReversed(), namedPlaceOf),
    moved: told(mods.moved.toReversed(), moveOf),
    separators: namesOf(changesOf('separator')),
    unmanaged: namesOf(changesOf('unmanaged')),
    possible_renames: told(possibleRenames(added, removed, modStem), (rename) => rename),
  }
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
