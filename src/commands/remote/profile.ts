import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { UploadLimits } from '../../http/request/upload.ts'
import { chooseProfile, type Profile, type ProfileEntry } from '../../lists/writing/profile.ts'
import { isBinary } from '../../text/encoding.ts'
import { ClientError } from './api.ts'

/**
 * Reads a profile's files in a folder, without its subfolders. A symbolic link that leads out of the folder is never
 * followed: with one, a downloaded profile could publish any file of its user.
 */
export async function readProfile(folder: string, limits: UploadLimits): Promise<Profile> {
  const [root, names] = await Promise.all([realpath(folder), readdir(folder)]).catch((error: NodeJS.ErrnoException) => {
    const reason =
      { ENOENT: 'does not exist', ENOTDIR: 'is not a folder' }[error.code ?? ''] ?? `can't be read: ${error.code}`
    throw new ClientError(`${folder} ${reason}.`)
  })
  const entries = await Promise.all(names.map((name) => entryOf(root, name)))
  return chooseProfile(entries, limits, isBinary)
}

async function entryOf(root: string, name: string): Promise<ProfileEntry> {
  const path = await realpath(join(root, name)).catch(() => undefined)
  const entry = path === undefined ? undefined : await stat(path).catch(() => undefined)
  if (path === undefined || entry === undefined) return { name, kind: 'unreadable', bytes: 0, read: nothing }
  if (!isWithin(root, path)) return { name, kind: 'outside', bytes: 0, read: nothing }
  const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other'
  // The resolved path is read, because the link may lead elsewhere by now.
  return { name, kind, bytes: entry.size, read: () => readFile(path) }
}

const nothing = () => Promise.reject(new Error('nothing to read'))

/** Returns whether a path is in a folder. Links in both must be resolved. */
function isWithin(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
