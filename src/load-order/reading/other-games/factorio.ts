import { type FoundMods, type Input, textOf, versionOf } from '../found-mods.ts'
import { objectsOf, parseObject } from '../json.ts'
import type { FileKind } from '../kind.ts'

export const factorio: FileKind = {
  names: /^mod-list\.json$/i,
  pasted: { name: 'mod-list.json', sign: 'JSON' },
  mods: factorioMods,
  isUnordered: true,
}

/** The values of `enabled`, and whether the mod is on. Older versions of the game write texts. */
const STATES: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
])

/** Finds the mods in mod-list.json of Factorio, which has no order. */
function factorioMods(input: Input): FoundMods {
  const list = parseObject(input)
  if (!list) return list
  const mods = objectsOf(list.mods)
  const hasShape = mods?.every(({ name, enabled }) => typeof name === 'string' && STATES.has(enabled))
  if (mods === undefined || !hasShape) return null
  return mods.map(({ name, enabled, version }) => ({
    name: textOf(name),
    enabled: STATES.get(enabled) === true,
    version: versionOf(version),
  }))
}
