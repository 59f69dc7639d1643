import { type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { RemoteError } from '../api.ts'

/*
 * Writes the files of a profile.
 *
 * Problem: a command can be killed, or the disk can be full, at any moment, and half a modlist.txt makes a mod manager
 * forget the other half. Another program may write the same files.
 * Approach: all new files, and copies of the old ones, are written under temporary names and flushed to disk. Then the
 * copies are renamed to NAME.before-apply-DATE. If the old files are still as they were read, each new file is renamed
 * over the old one, which is atomic.
 * Guarantee: each file, and each copy, is complete. Each file is old or new, and the old ones are in the copies.
 * Tests: test/commands/remote/applying/.
 */

interface NewFile {
  name: string
  content: Uint8Array
  /** The old content, from which the new one was made. */
  before: Uint8Array
}

/** A file that is first written under a temporary name. */
interface Replacement {
  path: string
  temporary: string
  content: Uint8Array
  /** The file whose mode and owner the new file gets. */
  like: string
}

const COPY = /^(.+)\.before-apply-(\d{8}-\d{6}-\d{3})$/

/** Returns the date in the name of a copy, in UTC: 20261124-083000-000. */
const stampOf = (now: Date): string => now.toISOString().replaceAll(/[-:Z]/g, '').replace('T', '-').replace('.', '-')

/** Replaces files of a folder, and returns the names of the copies of the old ones. */
export async function replaceFiles(folder: string, files: readonly NewFile[], now: Date): Promise<string[]> {
  const stamp = stampOf(now)
  const inFolder = (name: string, like: string, content: Uint8Array): Replacement => {
    const path = join(folder, name)
    return { path, temporary: `${path}.${stamp}.tmp`, content, like: join(folder, like) }
  }
  const copies = files.map(({ name }) => `${name}.before-apply-${stamp}`)
  const copied = files.map(({ name, before }, at) => inFolder(copies[at] ?? '', name, before))
  const replaced = files.map(({ name, content }) => inFolder(name, name, content))
  try {
    for (const file of [...copied, ...replaced]) await writeTemporary(file)
    for (const { path, temporary } of copied) await rename(temporary, path)
    await flushFolder(folder)
    for (const { name, before } of files) await requireUnchanged(join(folder, name), before)
  } catch (error) {
    // Nothing was replaced yet, so the copies are not needed.
    for (const { path } of copied) await rm(path, { force: true })
    await removeTemporary([...copied, ...replaced])
    throw explained(folder, error)
  }
  await replaceAll(folder, replaced)
  return copies
}

/** Restores the newest copies, and returns the names of the files. Deletes the copies once all files are restored. */
export async function undoNewest(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw explained(folder, error)
  })
  const copies = names.flatMap((copy) => {
    const [, name = '', stamp = ''] = COPY.exec(copy) ?? []
    return stamp === '' ? [] : [{ copy: join(folder, copy), name, stamp }]
  })
  const newest = copies
    .map(({ stamp }) => stamp)
    .sort()
    .at(-1)
  const undone = copies.filter(({ stamp }) => stamp === newest)
  if (undone.length === 0) throw new RemoteError(`${folder} has no copies of an earlier apply.`)
  const restored: Replacement[] = []
  try {
    for (const { copy, name } of undone) {
      const path = join(folder, name)
      const file = { path, temporary: `${copy}.tmp`, content: await readFile(copy), like: copy }
      restored.push(file)
      await writeTemporary(file)
    }
  } catch (error) {
    await removeTemporary(restored)
    throw explained(folder, error)
  }
  await replaceAll(folder, restored)
  for (const { copy } of undone) await rm(copy, { force: true })
  return undone.map(({ name }) => name)
}

/** Renames all temporary files to their names. */
async function replaceAll(folder: string, files: readonly Replacement[]): Promise<void> {
  try {
    for (const { path, temporary } of files) await rename(temporary, path)
    await flushFolder(folder)
  } catch (error) {
    await removeTemporary(files)
    throw explained(folder, error, false)
  }
}

async function removeTemporary(files: readonly Replacement[]): Promise<void> {
  for (const { temporary } of files) await rm(temporary, { force: true })
}

/** Writes a temporary file and flushes it to disk. */
async function writeTemporary({ temporary, content, like }: Replacement): Promise<void> {
  const { mode, uid, gid } = await stat(like)
  const file = await open(temporary, 'w', mode)
  try {
    if (process.getuid?.() === 0) await file.chown(uid, gid) // the profile of a user stays theirs
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function requireUnchanged(path: string, content: Uint8Array): Promise<void> {
  if (Buffer.compare(await readFile(path), content) === 0) return
  throw new RemoteError(`Another program has just changed ${path}. Nothing was changed. Try again.`)
}

/**
 * Flushes a folder, so that renames in it survive a crash. Does nothing on Windows, where folders cannot be flushed.
 */
async function flushFolder(folder: string): Promise<void> {
  const handle: FileHandle | undefined = await open(folder, 'r').catch(() => undefined)
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
function explained(folder: string, error: unknown, isUnchanged = true): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const reason = REASONS[code]
  if (reason === undefined) return error
  return new RemoteError(
    isUnchanged
      ? `The files in ${folder} were not changed: ${reason}.`
      : `Some files in ${folder} may have changed, others not: ${reason}. Fix this, then use --undo.`,
  )
}
