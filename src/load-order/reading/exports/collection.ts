import { type FoundMods, type Input, nexusSource, sourceOf, versionOf } from '../found-mods.ts'
import { isObject, type JsonObject, objectsOf, parseObject } from '../json.ts'
import type { FoundPlugin } from '../plugins.ts'

/**
 * Finds the mods of a collection for Vortex (collection.json). All mods are on: `optional` only tells the installer to
 * ask.
 */
export function collectionMods({ text, domain }: Input): FoundMods {
  const collection = parseObject(text)
  if (!collection) return collection
  const { info } = collection
  const ownDomain = isObject(info) ? info.domainName : undefined
  const mods = objectsOf(collection.mods)?.map(({ name, version, source, domainName }) => ({
    name: typeof name === 'string' ? name : '',
    enabled: true,
    version: versionOf(version),
    source: isObject(source) ? sourceAddress(source, [domainName, ownDomain, domain]) : null,
  }))
  return mods ?? null
}

/** Returns the address of a mod. The first domain that is not empty counts. */
function sourceAddress({ type, modId, url }: JsonObject, domains: readonly unknown[]): string | null {
  if (type !== 'nexus') return sourceOf(url)
  return nexusSource(
    domains.find((domain) => typeof domain === 'string' && domain !== ''),
    modId,
  )
}

/** Finds the plugins of a collection for Vortex, in their order. A broken file is noted with its mods. */
export function collectionPlugins({ text }: Input): FoundPlugin[] | undefined {
  return objectsOf(parseObject(text)?.plugins)?.map(({ name, enabled }) => ({
    name: typeof name === 'string' ? name : '',
    enabled: enabled !== false,
  }))
}
