import { keyOf } from '../key.ts'
import type { LoadOrder } from '../schemas.ts'

/** The names directly before and after a mod or plugin; null at an end of the order. */
export interface Neighbours {
  before: string | null
  after: string | null
}

/**
 * Returns the neighbours of the first mod, or plugin, with this key; null if the load order does not have it. Separators
 * and the game's own content are no neighbours of a mod.
 */
export function neighboursIn(
  { mods, plugins }: Pick<LoadOrder, 'mods' | 'plugins'>,
  kind: 'mod' | 'plugin',
  key: string,
): Neighbours | null {
  const entries = kind === 'mod' ? mods?.filter((mod) => mod.kind === 'mod') : plugins
  const at = entries?.findIndex(({ name }) => keyOf(name) === key) ?? -1
  if (!entries || at === -1) return null
  return { before: entries[at - 1]?.name ?? null, after: entries[at + 1]?.name ?? null }
}
