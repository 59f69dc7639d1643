import {
  type FoundMod,
  type Input,
  NO_MODS,
  type ReadMods,
  readFoundMods,
  unreadableMods,
  versionOf,
} from '../found-mods.ts'
import { isObject, objectsOf, parseJson } from '../json.ts'

/** Reads a modpack of CKAN (Kerbal Space Program). Required mods are on; recommended and suggested mods are off. */
export function readCkan(input: Input): ReadMods {
  const { file, text } = input
  const parsed = parseJson(text)
  if (parsed === undefined) return unreadableMods(file)
  if (!isObject(parsed.value) || parsed.value.kind !== 'metapackage') return NO_MODS
  const { depends, recommends, suggests } = parsed.value
  const found = [
    ...relationships(depends, true),
    ...relationships(recommends, false),
    ...relationships(suggests, false),
  ]
  return readFoundMods(input, found)
}

const relationships = (value: unknown, enabled: boolean): FoundMod[] =>
  (objectsOf(value) ?? []).flatMap(({ name, version }) =>
    typeof name === 'string' ? [{ name, enabled, version: versionOf(version) }] : [],
  )
