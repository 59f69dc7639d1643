import { readTable } from '../../../text/csv.ts'
import { isPlugin } from '../../key.ts'
import {
  type FoundMod,
  type FoundMods,
  type Input,
  isAddress,
  type ModIdentity,
  nexusSource,
  organizerVersion,
  sourceOf,
  textOf,
  versionOf,
} from '../found-mods.ts'
import { isObject, type JsonObject, objectsOf, parseJson, parseObject, parseRows } from '../json.ts'
import type { FileKind } from '../kind.ts'
import { SEPARATOR } from '../modlist.ts'
import type { FoundPlugin } from '../plugins.ts'

/** A load order. */
export const vortexOrder: FileKind = {
  names: /\.json$/i,
  folder: /^loadorder\.json$/i,
  pasted: { name: 'loadorder.json', sign: 'JSON' },
  mods: vortexOrderMods,
  plugins: vortexOrderPlugins,
}

/** A file of the extension Modlist Backup. */
export const vortexBackup: FileKind = {
  names: /\.json$/i,
  folder: null,
  pasted: { name: 'modlist-backup.json', sign: 'JSON' },
  mods: vortexBackupMods,
  isUnordered: true,
}

/**
 * Returns the entries of a load order that Vortex exports (loadorder.json); null for another file, undefined if its
 * syntax is broken.
 */
const orderRows = (input: Input) =>
  parseRows(
    input,
    ({ id, name, enabled }) => typeof id === 'string' && typeof name === 'string' && typeof enabled === 'boolean',
  )?.map(({ name, enabled }) => ({ name: textOf(name), enabled: enabled === true }))

/** Finds the mods of a load order of Vortex: the entries that are not plugins. */
function vortexOrderMods(input: Input): FoundMods {
  const mods = orderRows(input)?.filter(({ name }) => !isPlugin(name))
  if (mods !== undefined) return mods.length > 0 ? mods : null
  return parseJson(input) === undefined ? undefined : null
}

function vortexOrderPlugins(input: Input): FoundPlugin[] | undefined {
  const plugins = orderRows(input)?.filter(({ name }) => isPlugin(name))
  return plugins?.length ? plugins : undefined
}

/**
 * Finds the mods of a file of Vortex's extension Modlist Backup, which has no order. The extension leaves out a name that
 * it does not know: such a mod has the id that Vortex gave it, or that of its page.
 */
function vortexBackupMods(input: Input): FoundMods {
  const rows = parseRows(input, (row) => ['game', 'modId', 'fileId'].every((field) => Object.hasOwn(row, field)))
  if (!rows) return rows
  if (!rows.some(({ name }) => typeof name === 'string')) return null
  return rows.map(({ name, vortexId, enabled, version, game, modId, fileId }) => {
    const [mod, file] = [textOf(modId), textOf(fileId)]
    const page = mod === '' ? undefined : `nexus ${mod}`
    return {
      name: textOf(name) || textOf(vortexId) || mod,
      enabled: enabled !== false,
      version: versionOf(version),
      source: nexusSource(domainOf(textOf(game)), mod),
      page,
      identity: page === undefined || file === '' ? undefined : `${page} ${file}`,
    }
  })
}

/** Names of games in Vortex that differ from those in addresses of Nexus Mods. */
const DOMAINS: Readonly<Record<string, string>> = {
  skyrimse: 'skyrimspecialedition',
  skyrimvr: 'skyrimspecialedition',
  fallout4vr: 'fallout4',
  falloutnv: 'newvegas',
}

const domainOf = (game: string): string => (Object.hasOwn(DOMAINS, game) ? (DOMAINS[game] ?? game) : game)

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

const HEADER = /^(?:.*,)?"?#Mod_Name"?(?:,|$)/m

/** The table that Mod Organizer exports. */
export const modsCsv: FileKind = {
  names: /\.csv$/i,
  isCommonName: true,
  pasted: { name: 'mods.csv', sign: HEADER },
  mods: csvMods,
}

const NAME = '#Mod_Name'
const COLUMNS = [NAME, '#Mod_Status', '#Mod_Version']
/** Begins the names of content that Mod Organizer does not manage. */
const UNMANAGED = /^\s*(?:dlc|creation club|unmanaged):/i

const SOURCES = ['#Mod_Nexus_URL', '#Nexus_ID']

/** Finds the mods in the table that Mod Organizer exports ("Export to csv"): a row for each, by ascending priority. */
function csvMods({ text, domain, withSources }: Input): FoundMods {
  const found: FoundMod[] = []
  const columns = withSources ? [...COLUMNS, ...SOURCES] : COLUMNS
  const header = readTable(
    text.slice(Math.max(0, text.search(HEADER))),
    columns,
    ([name = '', status = '', version, url = '', id = '']) => {
      if (name.endsWith(SEPARATOR)) {
        found.push({ kind: 'separator', name: name.slice(0, -SEPARATOR.length), enabled: null })
      } else if (UNMANAGED.test(name)) {
        found.push({ kind: 'unmanaged', name, enabled: null })
      } else {
        const source = isAddress(url) ? sourceOf(url) : nexusSource(domain, id)
        found.push({ name, enabled: status !== '-', version: organizerVersion(version), source })
      }
    },
  )
  return header && (header.includes(NAME) ? found : null)
}
