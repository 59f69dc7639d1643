import { modKey } from '../reading/modlist.ts'
import type { ModChanges, ModEntry } from '../schemas.ts'
import { MOST_OF_ORDER, tellerOf } from './limit.ts'
import { type Move, orderChanges } from './order-changes.ts'
import { modStem, possibleRenames } from './renames.ts'

/** What differs between two mod orders, from the highest priority down, as the file is read from its top. */
export function modChanges(before: readonly ModEntry[], after: readonly ModEntry[], most = MOST_OF_ORDER): ModChanges {
  const told = tellerOf(most)
  const changesOf = (kind: ModEntry['kind']) => orderChanges(ofKind(before, kind), ofKind(after, kind), modKey)
  const names = ({ added, removed }: ReturnType<typeof changesOf>) => ({
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
    separators: names(changesOf('separator')),
    unmanaged: names(changesOf('unmanaged')),
    possible_renames: told(possibleRenames(added, removed, modStem), (rename) => rename),
  }
}

const ofKind = (entries: readonly ModEntry[], kind: ModEntry['kind']) => entries.filter((entry) => entry.kind === kind)

const placeOf = ({ priority, separator }: ModEntry) => ({ priority, separator })
const namedPlaceOf = (mod: ModEntry) => ({ name: mod.name, ...placeOf(mod) })
const stateOf = (mod: ModEntry) => ({ name: mod.name, enabled: mod.enabled, ...placeOf(mod) })

const moveOf = ({ before, after, cameAfter, comesAfter }: Move<ModEntry>) => ({
  name: after.name,
  from: { ...placeOf(before), after: cameAfter },
  to: { ...placeOf(after), after: comesAfter },
})
