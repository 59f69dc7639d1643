import { type FoundMods, type Input, textOf, versionOf } from '../found-mods.ts'
import { objectsOf, parseObject } from '../json.ts'

/** Finds the mods in mod-list.json of Factorio, which has no order. */
export function factorioMods(input: Input): FoundMods {
  const list = parseObject(input)
  if (!list) return list
  const mods = objectsOf(list.mods)
  const hasShape = mods?.every(({ name, enabled }) => typeof name === 'string' && typeof enabled === 'boolean')
  if (mods === undefined || !hasShape) return null
  return mods.map(({ name, enabled, version }) => ({
    name: textOf(name),
    enabled: enabled === true,
    version: versionOf(version),
  }))
}
