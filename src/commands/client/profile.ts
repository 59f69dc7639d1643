import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadLimits } from '../../limits/upload-limits.ts'
import { chooseProfile, type Profile, type ProfileEntry } from '../../lists/writing/profile.ts'
import { isBinary } from '../../text/encoding.ts'
import { ClientError } from './api.ts'

/** Looks through a folder, but not those within it. Reads only what is taken. */
export async function readProfile(folder: string, limits: UploadLimits): Promise<Profile> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    const reason =
      { ENOENT: 'is not there', ENOTDIR: 'is not a folder' }[error.code ?? ''] ?? `can't be read: ${error.code}`
    throw new ClientError(`${folder} ${reason}.`)
  })
  const entries = await Promise.all(names.map((name) => entryOf(join(folder, name), name)))
  return chooseProfile(entries, limits, isBinary)
}

async function entryOf(path: string, name: string): Promise<ProfileEntry> {
  const entry = await stat(path).catch(() => undefined)
  const kind = entry?.isFile() ? 'file' : entry?.isDirectory() ? 'folder' : entry === undefined ? 'unreadable' : 'other'
  return { name, kind, bytes: entry?.size ?? 0, read: () => readFile(path) }
}
