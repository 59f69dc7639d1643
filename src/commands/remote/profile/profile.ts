import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
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
  const [root, names] = await Promise.all([realpath(folder), readdir(folder)]).catch((error: NodeJS.ErrnoException) => {
    const reason =
      { ENOENT: 'does not exist', ENOTDIR: 'is not a folder' }[error.code ?? ''] ?? `can't be read: ${error.code}`
    throw new RemoteError(`${folder} ${reason}.`)
  })
  const entries = await Promise.all(names.map((name) => entryOf(root, name)))
  const hasTable = names.some((name) => name.toLowerCase() === MODS_CSV)
  const table = withVersions && !hasTable ? await readModsTable(folder) : undefined
  const profile = await chooseProfile(table ? [...entries, tableEntry(table)] : entries, limits, isBinary)
  return { ...profile, table }
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
