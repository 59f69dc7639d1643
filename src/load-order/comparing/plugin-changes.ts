import type { LoadOrderNames } from '../names.ts'
import type { PluginChanges, PluginEntry } from '../schemas.ts'
import { MAX_ORDER_CHARACTERS, truncateTo } from './limit.ts'
import { type Move, orderChanges } from './order-changes.ts'
import { pluginStem, possibleRenames } from './renames.ts'

/** What differs between two plugin orders, from the first-loaded plugin on. */
export function pluginChanges(
  before: readonly PluginEntry[],
  after: readonly PluginEntry[],
  names: LoadOrderNames,
  most = MAX_ORDER_CHARACTERS,
): PluginChanges {
  const truncate = truncateTo(most)
  const { counts, added, removed, enabled, disabled, moved } = orderChanges(before, after, names.plugin)
  const renames = truncate(possibleRenames(added, removed, pluginStem), (rename) => rename)
  return {
    counts,
    added: truncate(added, stateOf),
    removed: truncate(removed, stateOf),
    enabled: truncate(enabled, namedPlaceOf),
    disabled: truncate(disabled, namedPlaceOf),
    moved: truncate(moved, moveOf),
    possible_renames: renames,
  }
}

const namedPlaceOf = ({ name, index }: PluginEntry) => ({ name, index })
const stateOf = ({ name, enabled, index }: PluginEntry) => ({ name, enabled, index })

const moveOf = ({ before, after, cameAfter, comesAfter }: Move<PluginEntry>) => ({
  name: after.name,
  from: { index: before.index, after: cameAfter },
  to: { index: after.index, after: comesAfter },
})
