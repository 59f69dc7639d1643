import {
  type FoundMods,
  type Input,
  type ModIdentity,
  nexusSource,
  sourceOf,
  textOf,
  versionOf,
} from '../found-mods.ts'
import { isObject, type JsonObject, objectsOf, parseObject } from '../json.ts'
import type { FileKind } from '../kind.ts'
import type { FoundPlugin } from '../plugins.ts'

export const collection: FileKind = {
  names: /^collection\.json$/i,
  pasted: { name: 'collection.json', sign: 'JSON' },
  mods: collectionMods,
  plugins: collectionPlugins,
}

/**
 * Finds the mods of a collection for Vortex (collection.json). All mods are on: `optional` only tells the installer to
 * ask.
 */
function collectionMods(input: Input): FoundMods {
  const collection = parseCollection(input)
  if (!collection) return collection
  const { info } = collection
  const ownDomain = isObject(info) ? info.domainName : undefined
  const mods = objectsOf(collection.mods)?.map(({ name, version, source, domainName }) => ({
    name: typeof name === 'string' ? name : '',
    enabled: true,
    version: versionOf(version),
    source: isObject(source) ? sourceAddress(source, [domainName, ownDomain, input.domain]) : null,
    ...(isObject(source) && identityOf(source)),
  }))
  return mods ?? null
}

/** Returns the object of a file; null if it is no collection, undefined if its syntax is broken. */
function parseCollection(input: Input): JsonObject | null | undefined {
  const value = parseObject(input)
  if (!value) return value
  const mods = objectsOf(value.mods)
  const hasSigns =
    isObject(value.info) ||
    mods?.some(({ source }) => isObject(source)) ||
    (mods !== undefined && (Array.isArray(value.plugins) || Array.isArray(value.modRules)))
  return hasSigns ? value : null
}

/** Returns the identity of a mod: by the file on its site, by the hash of the file, or by the address. */
function identityOf({ type, modId, fileId, md5, url }: JsonObject): ModIdentity {
  const [site, mod, file, hash, address] = [type, modId, fileId, md5, url].map(textOf)
  const page = mod === '' ? undefined : `${site} ${mod}`
  if (page !== undefined && file !== '') return { identity: `${page} ${file}`, page }
  return { identity: hash ? `md5 ${hash.toLowerCase()}` : address ? `url ${address}` : undefined, page }
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
function collectionPlugins(input: Input): FoundPlugin[] | undefined {
  return objectsOf(parseCollection(input)?.plugins)?.map(({ name, enabled }) => ({
    name: typeof name === 'string' ? name : '',
    enabled: enabled !== false,
  }))
}
