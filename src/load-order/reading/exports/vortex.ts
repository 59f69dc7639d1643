import { isPlugin } from '../../key.ts'
import { type FoundMods, type Input, nexusSource, textOf, versionOf } from '../found-mods.ts'
import { parseJson, parseRows } from '../json.ts'
import type { FileKind } from '../kind.ts'
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

/** Finds the plugins of a load order of Vortex. */
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
