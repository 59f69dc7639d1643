import {
  type Input,
  NO_MODS,
  nexusSource,
  type ReadMods,
  readFoundMods,
  sourceOf,
  unreadableMods,
  versionOf,
} from '../found-mods.ts'
import { isObject, type JsonObject, objectsOf, parseJson } from '../json.ts'
import { type FoundPlugin, NO_PLUGINS, type ReadPlugins, readFoundPlugins } from '../plugins.ts'

/**
 * Reads the mods of a collection for Vortex (collection.json). All mods are on: `optional` only tells the installer to
 * ask.
 */
export function readCollectionMods(input: Input): ReadMods {
  const { file, text, domain } = input
  const parsed = parseJson(text)
  if (parsed === undefined) return unreadableMods(file)
  const mods = isObject(parsed.value) ? objectsOf(parsed.value.mods) : undefined
  if (mods === undefined || !isObject(parsed.value)) return NO_MODS
  const { info } = parsed.value
  const ownDomain = isObject(info) ? info.domainName : undefined
  const found = mods.map(({ name, version, source, domainName }) => ({
    name: typeof name === 'string' ? name : '',
    enabled: true,
    version: versionOf(version),
    source: isObject(source) ? sourceAddress(source, [domainName, ownDomain, domain]) : null,
  }))
  return readFoundMods(input, found)
}

/** Returns the address of a mod. The first domain that is not empty counts. */
function sourceAddress({ type, modId, url }: JsonObject, domains: readonly unknown[]): string | null {
  if (type !== 'nexus') return sourceOf(url)
  return nexusSource(
    domains.find((domain) => typeof domain === 'string' && domain !== ''),
    modId,
  )
}

/** Reads the plugins of a collection for Vortex, in their order. A broken file is noted with its mods. */
export function readCollectionPlugins({ file, text, names }: Input): ReadPlugins {
  const parsed = parseJson(text)
  const plugins = isObject(parsed?.value) ? objectsOf(parsed.value.plugins) : undefined
  if (plugins === undefined) return NO_PLUGINS
  const found = plugins.map(
    ({ name, enabled }): FoundPlugin => ({ name: typeof name === 'string' ? name : '', enabled: enabled !== false }),
  )
  return readFoundPlugins(file, found, names.plugin)
}
