import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { UploadLimits } from '../../../http/request/upload.ts'
import { chooseProfile, type Profile, type ProfileEntry } from '../../../lists/writing/profile/profile.ts'
import { isBinary } from '../../../text/encoding.ts'
import { RemoteError } from '../api.ts'
import { isWithin, type ModsTable, readModsTable } from './instance.ts'

/**
 * Reads a profile's files in a folder, without its subfolders. A symbolic link that leads out of the folder is never
 * followed, because a downloaded profile could use one to publish any file of its user.
 * Versions and sources of a Mod Organizer instance are added as mods.csv, unless the folder has a file of that name.
 */
export async function readProfile(folder: string, limits: UploadLimits, withVersions = true): Promise<FolderProfile> {
  const [root, names] = await Promise.all([realpath(folder), readdir(folder)]).catch(explain(folder))
  const entries = await Promise.all(names.map((name) => entryOf(root, name)))
  const hasTable = names.some((name) => name.toLowerCase() === MODS_CSV)
  const table = withVersions && !hasTable ? await readModsTable(folder) : undefined
  const profile = await chooseProfile(table ? [...entries, tableEntry(table)] : entries, limits, isBinary)
  return { ...profile, table }
}

/** Returns a handler that says why a path can't be read. */
const explain = (path: string) => (error: NodeJS.ErrnoException) => {
  const reason =
    { ENOENT: 'does not exist', ENOTDIR: 'is not a folder' }[error.code ?? ''] ?? `can't be read: ${error.code}`
  throw new RemoteError(`${path} ${reason}.`)
}

/** Reports whether a path leads to a file. */
export const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() === true

/** Reads a file that the user chose as a profile of this file alone, whatever its name. Throws if it can't be uploaded. */
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

/** The files of a profile, and the table that was made for it. */
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
