import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { targetOf } from '../../link-target.ts'
import { RemoteError } from '../api.ts'
import { removeLeftoversIn } from '../leftovers.ts'
import { MERGED_FILES } from './profile-files.ts'

/** A file that is first written under a temporary name. */
export interface Replacement {
  path: string
  content: Uint8Array
  /** The file whose mode and owner the new file gets. */
  like: string
}

const TEMPORARY = /\.apply-([1-9]\d*)\.tmp$/

export const temporaryOf = ({ path }: Replacement): string => `${path}.apply-${process.pid}.tmp`

/** Removes the temporary files that killed runs have left next to the files of a folder, where links lead. */
export async function removeLeftovers(folder: string): Promise<void> {
  try {
    const names = (await readdir(folder)).filter((name) => MERGED_FILES.includes(name.toLowerCase()))
    const paths = await Promise.all(names.map((name) => targetOf(join(folder, name))))
    for (const place of new Set([folder, ...paths.map((path) => dirname(path))]))
      await removeLeftoversIn(place, TEMPORARY)
  } catch {
    // A file that cannot be removed does no harm.
  }
}

/** Renames all temporary files to their names. */
export async function replaceAll(folder: string, files: readonly Replacement[]): Promise<void> {
  try {
    for (const file of files) await rename(temporaryOf(file), file.path)
    for (const place of new Set(files.map(({ path }) => dirname(path)))) await flushFolder(place)
  } catch (error) {
    await removeTemporary(files)
    throw explained(folder, error, false)
  }
}

export async function removeTemporary(files: readonly Replacement[]): Promise<void> {
  for (const file of files) await rm(temporaryOf(file), { force: true })
}

/** Writes a temporary file and flushes it to disk. */
export async function writeTemporary(replacement: Replacement): Promise<void> {
  const { mode, uid, gid } = await stat(replacement.like)
  const file = await open(temporaryOf(replacement), 'wx', mode)
  try {
    if (process.getuid?.() === 0) await file.chown(uid, gid) // the profile of a user stays theirs
    await file.writeFile(replacement.content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Flushes a folder, so that renames in it survive a crash. Does nothing on Windows, where folders cannot be flushed.
 */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EBUSY: 'another program has a file open; close Mod Organizer and the game',
  ENOENT: 'a file or the folder is no longer there',
  ENOTDIR: 'it is not a folder',
}

/**
 * Returns an error that says why files could not be written, and what is known about them. Returns an unexpected error
 * as it is.
 */
export function explained(folder: string, error: unknown, isUnchanged = true): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const reason = REASONS[code]
  if (reason === undefined) return error
  return new RemoteError(
    isUnchanged
      ? `The files in ${folder} were not changed: ${reason}.`
      : `Some files in ${folder} may have changed, others not: ${reason}. Fix this, then use --undo.`,
  )
}
