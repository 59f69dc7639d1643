import { type FoundMod, type FoundMods, type Input, versionOf } from '../found-mods.ts'
import { objectsOf, parseObject } from '../json.ts'

/** Finds the mods of a modpack of CKAN (Kerbal Space Program). Required mods are on, other mods are off. */
export function ckanMods({ text }: Input): FoundMods {
  const modpack = parseObject(text)
  if (!modpack) return modpack
  if (modpack.kind !== 'metapackage') return null
  const { depends, recommends, suggests } = modpack
  return [...relationships(depends, true), ...relationships(recommends, false), ...relationships(suggests, false)]
}

const relationships = (value: unknown, enabled: boolean): FoundMod[] =>
  (objectsOf(value) ?? []).flatMap(({ name, version }) =>
    typeof name === 'string' ? [{ name, enabled, version: versionOf(version) }] : [],
  )
