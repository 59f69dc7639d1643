import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { UploadLimits } from '../../../http/request/upload.ts'
import { chooseProfile, type Profile, type ProfileEntry } from '../../../lists/writing/profile/profile.ts'
import { knownGame } from '../../../load-order/games.ts'
import { nexusSource, organizerVersion, sourceOf } from '../../../load-order/reading/found-mods.ts'
import { readIni } from '../../../load-order/reading/ini.ts'
import { readLoadOrder } from '../../../load-order/reading/read.ts'
import type { ModEntry } from '../../../load-order/schemas.ts'
import { csvText } from '../../../text/csv.ts'
import { decodeText, isBinary } from '../../../text/encoding.ts'
import { splitLines } from '../../../text/lines.ts'
import { RemoteError } from '../api.ts'

/**
 * Reads a profile's files, and adds mods.csv for a Mod Organizer instance. Follows no link out of the folder: a
 * downloaded profile could publish any file of its user.
 */
export async function readProfile(folder: string, limits: UploadLimits, withVersions = true): Promise<FolderProfile> {
  const [root, names] = await Promise.all([realpath(folder), readdir(folder)]).catch(explain(folder))
  const entries = await Promise.all(names.map((name) => entryOf(root, name)))
  const hasTable = names.some((name) => name.toLowerCase() === MODS_CSV)
  const table = withVersions && !hasTable ? await readModsTable(folder) : undefined
  const profile = await chooseProfile(table ? [...entries, tableEntry(table)] : entries, limits, isBinary)
  return { ...profile, table }
}

const explain = (path: string) => (error: NodeJS.ErrnoException) => {
  const reason =
    { ENOENT: 'does not exist', ENOTDIR: 'is not a folder' }[error.code ?? ''] ?? `can't be read: ${error.code}`
  throw new RemoteError(`${path} ${reason}.`)
}

export const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() === true

/** Reads one file that the user chose, whatever its name. */
export async function readChosenFile(path: string, limits: UploadLimits): Promise<FolderProfile> {
  const found = await stat(path).catch(explain(path))
  if (!found.isFile()) throw new RemoteError(`${path} is not a file.`)
  const entry: ProfileEntry = {
    ...{ name: basename(path), kind: 'file', isChosen: true, bytes: found.size },
    read: () => readFile(path),
  }
  const profile = await chooseProfile([entry], limits, isBinary)
  for (const { reason } of profile.skipped) throw new RemoteError(`${path} can't be used: ${reason}.`)
  return { ...profile, table: undefined }
}

interface FolderProfile extends Profile {
  table: ModsTable | undefined
}

const MODS_CSV = 'mods.csv'

const tableEntry = ({ content }: ModsTable): ProfileEntry => ({
  name: MODS_CSV,
  kind: 'file',
  bytes: content.length,
  read: async () => content,
})

async function entryOf(root: string, name: string): Promise<ProfileEntry> {
  const path = await realpath(join(root, name)).catch(() => undefined)
  const entry = path === undefined ? undefined : await stat(path).catch(() => undefined)
  if (path === undefined || entry === undefined) return { name, kind: 'unreadable' }
  if (!isWithin(root, path)) return { name, kind: 'outside' }
  if (!entry.isFile()) return { name, kind: entry.isDirectory() ? 'folder' : 'other' }
  // The resolved path is read, because the link may lead elsewhere by now.
  return { name, kind: 'file', bytes: entry.size, read: () => readFile(path) }
}

/*
 * Versions and sources of a Mod Organizer instance. Problem: a profile does not say which version of a mod it has.
 * Approach: each mod's folder has a meta.ini with its version and its page; those of the mods in modlist.txt become a
 * mods.csv like the one that Mod Organizer exports. Guarantee: the file has nothing of this machine, and no link out of
 * the folder of mods is followed. Tests: test/commands/remote/profile/versions.test.ts.
 */

export interface ModsTable {
  content: Uint8Array<ArrayBuffer>
  versions: number
  mods: number
}

const COLUMNS = ['#Mod_Priority', '#Mod_Status', '#Mod_Name', '#Nexus_ID', '#Mod_Nexus_URL', '#Mod_Version']

/** Makes mods.csv for the profile of a Mod Organizer instance; undefined for another folder, or without details. */
export async function readModsTable(folder: string): Promise<ModsTable | undefined> {
  const instance = await readInstance(folder)
  if (instance?.modsFolder === undefined) return undefined
  const { profile, modsFolder, domain = null } = instance
  const modlist = await readText(join(profile, 'modlist.txt'))
  if (modlist === undefined) return undefined
  const { mods } = readLoadOrder([{ name: 'modlist.txt', text: modlist }])
  const listed = (mods ?? []).filter(({ kind }) => kind === 'mod')

  const details: Details[] = []
  for (let at = 0; at < listed.length; at += AT_ONCE) {
    const batch = listed.slice(at, at + AT_ONCE)
    details.push(...(await Promise.all(batch.map(({ name }) => readDetails(modsFolder, name, domain)))))
  }
  if (!details.some(({ id, address, version }) => id !== '' || address !== '' || version !== '')) return undefined
  const rows = listed.map((mod, at) => rowOf(mod, details[at] ?? NO_DETAILS))
  return {
    content: new Uint8Array(Buffer.from(csvText([COLUMNS, ...rows]))),
    versions: details.filter(({ version }) => version !== '').length,
    mods: listed.length,
  }
}

/** Returns the game of a Mod Organizer instance on Nexus Mods; null if it is not there, undefined if it is unknown. */
export const domainOfProfile = async (folder: string): Promise<string | null | undefined> =>
  (await readInstance(folder))?.domain

const AT_ONCE = 64

const rowOf = ({ priority, enabled, name }: ModEntry, { id, address, version }: Details): string[] => [
  String(priority).padStart(4, '0'),
  enabled === false ? '-' : '+',
  name,
  id,
  address,
  version,
]

/**
 * Reads ModOrganizer.ini of the instance that has the profile in a folder; undefined if the folder is not a profile.
 */
async function readInstance(folder: string) {
  const profile = await realpath(folder).catch(() => folder)
  if (basename(dirname(profile)).toLowerCase() !== 'profiles') return undefined
  const instance = dirname(dirname(profile))
  const text = await readText(join(instance, 'ModOrganizer.ini'))
  const settings = valuesIn(text, 'settings')
  const base = settings.get('base_directory') || instance
  const named = settings.get('mod_directory') || '%BASE_DIR%/mods'
  const path = named.replace(/^%BASE_DIR%/i, base)
  return {
    profile,
    modsFolder: isAbsolute(path) ? await realpath(path).catch(() => undefined) : undefined,
    domain: knownGame(valuesIn(text, 'general').get('gameName') ?? '')?.domain,
  }
}

interface Details {
  id: string
  address: string
  version: string
}

const NO_DETAILS: Details = { id: '', address: '', version: '' }

/** Reads the meta.ini of a mod. The id counts only for Nexus Mods. `domain` is the game if meta.ini names none. */
async function readDetails(modsFolder: string, name: string, domain: string | null): Promise<Details> {
  if (/[/\\]/.test(name) || name === '.' || name === '..') return NO_DETAILS
  const path = await realpath(join(modsFolder, name, 'meta.ini')).catch(() => undefined)
  if (path === undefined || !isWithin(modsFolder, path)) return NO_DETAILS
  const general = valuesIn(await readText(path), 'general')
  const isNexus = /^(nexus)?$/i.test(general.get('repository') ?? '')
  const fromName = isNexus ? partsOfFileName(general.get('installationFile') ?? '') : undefined
  const id = (isNexus && idOf(general.get('modid') ?? '')) || fromName?.id || ''
  const game = general.get('gameName') ?? ''
  const ownAddress = hasOwnAddress(general) ? sourceOf(general.get('url')) : null
  const address = ownAddress ?? nexusSource(game === '' ? domain : knownGame(game)?.domain, id) ?? ''
  return { id, address, version: organizerVersion(general.get('version') || fromName?.version) ?? '' }
}

/** Reports whether the address of a mod counts: without `hasCustomURL` it may be an old one from Nexus Mods. */
function hasOwnAddress(general: ReadonlyMap<string, string>): boolean {
  const custom = general.get('hasCustomURL')
  return custom === undefined ? !(Number(general.get('modid')) > 0) : custom.toLowerCase() === 'true'
}

/** Returns whether a path is in a folder. Links in both must be resolved. */
function isWithin(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

const idOf = (text: string): string => (/^[1-9]\d{0,9}$/.test(text) ? text : '')

/** Reads the name of a file from Nexus Mods: "SkyUI-12604-5-2SE-1615321.7z" has the mod's id and version. */
function partsOfFileName(path: string): { id: string; version: string } | undefined {
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  const [, id, version] = /-([1-9]\d{0,9})-(\w[\w.-]{0,49})-\d{9,12}\.\w{2,4}$/.exec(file) ?? []
  return id === undefined || version === undefined ? undefined : { id, version: version.replaceAll('-', '.') }
}

function valuesIn(text: string | undefined, wanted: string): ReadonlyMap<string, string> {
  const { settings } = readIni('', splitLines(text ?? ''))
  return new Map(
    settings
      .filter(({ section }) => section.toLowerCase() === wanted)
      .map(({ key, value }) => [key, qtText(value)] as const),
  )
}

/** Returns a value without what Qt's QSettings puts around it and into it: `@ByteArray(C:\\Mods)`. */
const qtText = (value: string): string =>
  value
    .replace(/^@ByteArray\((.*)\)$/s, '$1')
    .replaceAll(/\\(?:x([0-9a-f]{1,4})|(["'\\]))/gi, (_, hex?: string, sign = '') =>
      hex === undefined ? sign : String.fromCharCode(Number.parseInt(hex, 16)),
    )

/** Maximum size of an ini file in bytes. A meta.ini has some hundred lines. */
const MAX_BYTES = 2 ** 20

async function readText(path: string): Promise<string | undefined> {
  const entry = await stat(path).catch(() => undefined)
  if (entry === undefined || !entry.isFile() || entry.size > MAX_BYTES) return undefined
  const bytes = await readFile(path).catch(() => undefined)
  return bytes && decodeText(bytes)
}
