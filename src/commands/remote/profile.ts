import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { UploadLimits } from '../../http/limits/upload-limits.ts'
import { chooseProfile, type Profile, type ProfileEntry } from '../../lists/writing/profile.ts'
import { isBinary } from '../../text/encoding.ts'
import { ClientError } from './api.ts'

/**
 * Looks through a folder, but not through the folders in it. Reads only the files that are taken. A symbolic link that
 * leads out of the folder is never followed: a downloaded profile could publish any file of its user by one.
 */
export async function readProfile(folder: string, limits: UploadLimits): Promise<Profile> {
  const [root, names] = await Promise.all([realpath(folder), readdir(folder)]).catch((error: NodeJS.ErrnoException) => {
    const reason =
      { ENOENT: 'is not there', ENOTDIR: 'is not a folder' }[error.code ?? ''] ?? `can't be read: ${error.code}`
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
  // The path that was examined is read, not the link: it may lead elsewhere by now.
  return { name, kind, bytes: entry.size, read: () => readFile(path) }
}

const nothing = () => Promise.reject(new Error('nothing to read'))

/** Whether a path lies in a folder. Both are without links. */
function isWithin(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
