import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { targetOf } from '../../link-target.ts'
import { RemoteError } from '../api.ts'

/*
 * Writes the files of a profile.
 *
 * Problem: a command can be killed, or the disk can be full, at any moment, and half a modlist.txt makes a mod manager
 * forget the other half. Another program may write the same files.
 * Approach: all new files, and copies of the old ones, are written under temporary names and flushed to disk. Then the
 * copies are renamed to NAME.before-apply-DATE. If the old files are still as they were read, each new file is renamed
 * over the old one, which is atomic. If a file is a symbolic link, the file that it leads to is replaced. A temporary
 * name has the id of its process. By this id, a later run removes the files of a killed run, and not those of a run
 * that still writes.
 * Guarantee: each file, and each copy, is complete. Each file is old or new, and the old ones are in the copies.
 * Tests: test/commands/remote/applying/.
 */

/** The files of a profile that can change. In a folder, their names may be in any case. */
export const MERGED_FILES = ['modlist.txt', 'plugins.txt', 'loadorder.txt']

interface NewFile {
  name: string
  content: Uint8Array
  /** The old content, from which the new one was made. */
  before: Uint8Array
}

/** A file that is first written under a temporary name. */
interface Replacement {
  path: string
  content: Uint8Array
  /** The file whose mode and owner the new file gets. */
  like: string
}

const COPY = /^(.+)\.before-apply-(\d{8}-\d{6}-\d{3})$/
const TEMPORARY = /\.apply-([1-9]\d*)\.tmp$/

/** Returns the date in the name of a copy, in UTC: 20261124-083000-000. */
const stampOf = (now: Date): string => now.toISOString().replaceAll(/[-:Z]/g, '').replace('T', '-').replace('.', '-')

const temporaryOf = ({ path }: Replacement): string => `${path}.apply-${process.pid}.tmp`

/** Replaces files of a folder, and returns the names of the copies of the old ones. */
export async function replaceFiles(folder: string, files: readonly NewFile[], now: Date): Promise<string[]> {
  await removeLeftovers(folder)
  const stamp = stampOf(now)
  const copies: Replacement[] = []
  const replaced: Replacement[] = []
  try {
    for (const { name, content, before } of files) {
      const path = await targetOf(join(folder, name))
      copies.push({ path: join(folder, `${name}.before-apply-${stamp}`), content: before, like: path })
      replaced.push({ path, content, like: path })
    }
    for (const file of [...copies, ...replaced]) await writeTemporary(file)
    for (const copy of copies) await rename(temporaryOf(copy), copy.path)
    await flushFolder(folder)
    for (const { name, before } of files) await requireUnchanged(join(folder, name), before)
  } catch (error) {
    // Nothing was replaced yet, so the copies are not needed.
    for (const { path } of copies) await rm(path, { force: true })
    await removeTemporary([...copies, ...replaced])
    throw explained(folder, error)
  }
  await replaceAll(folder, replaced)
  return copies.map(({ path }) => basename(path))
}

/** Restores the newest copies, and returns the names of the files. Deletes the copies once all files are restored. */
export async function undoNewest(folder: string): Promise<string[]> {
  await removeLeftovers(folder)
  const restored: (Replacement & { name: string })[] = []
  try {
    for (const { copy, name } of await newestCopies(folder)) {
      const path = await targetOf(join(folder, name))
      restored.push({ name, path, content: await readFile(copy), like: copy })
    }
    for (const file of restored) await writeTemporary(file)
  } catch (error) {
    await removeTemporary(restored)
    throw explained(folder, error)
  }
  await replaceAll(folder, restored)
  for (const { like: copy } of restored) await rm(copy, { force: true })
  return restored.map(({ name }) => name)
}

/** Returns the copies with the latest date, and the names of their files. Throws if there are no copies. */
async function newestCopies(folder: string): Promise<{ copy: string; name: string }[]> {
  const copies = (await readdir(folder)).flatMap((file) => {
    const [, name = '', stamp = ''] = COPY.exec(file) ?? []
    return stamp === '' ? [] : [{ copy: join(folder, file), name, stamp }]
  })
  if (copies.length === 0) throw new RemoteError(`${folder} has no copies of an earlier apply.`)
  const stamps = copies.map(({ stamp }) => stamp).toSorted()
  return copies.filter(({ stamp }) => stamp === stamps.at(-1))
}

/** Removes the temporary files that killed runs have left next to the files of a folder, where links lead. */
export async function removeLeftovers(folder: string): Promise<void> {
  try {
    const names = (await readdir(folder)).filter((name) => MERGED_FILES.includes(name.toLowerCase()))
    const paths = await Promise.all(names.map((name) => targetOf(join(folder, name))))
    for (const place of new Set([folder, ...paths.map((path) => dirname(path))])) {
      for (const name of await readdir(place)) if (isLeftover(name)) await rm(join(place, name), { force: true })
    }
  } catch {
    // A file that cannot be removed does no harm.
  }
}

/** Reports whether a name is that of a temporary file whose process has ended. */
function isLeftover(name: string): boolean {
  const [, pid] = TEMPORARY.exec(name) ?? []
  if (pid === undefined) return false
  if (pid === String(process.pid)) return true // of an earlier process with this id
  try {
    process.kill(Number(pid), 0) // sends no signal, but throws if there is no such process
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EPERM' // which means a process of another user
  }
}

/** Renames all temporary files to their names. */
async function replaceAll(folder: string, files: readonly Replacement[]): Promise<void> {
  try {
    for (const file of files) await rename(temporaryOf(file), file.path)
    for (const place of new Set(files.map(({ path }) => dirname(path)))) await flushFolder(place)
  } catch (error) {
    await removeTemporary(files)
    throw explained(folder, error, false)
  }
}

async function removeTemporary(files: readonly Replacement[]): Promise<void> {
  for (const file of files) await rm(temporaryOf(file), { force: true })
}

/** Writes a temporary file and flushes it to disk. */
async function writeTemporary(replacement: Replacement): Promise<void> {
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

async function requireUnchanged(path: string, content: Uint8Array): Promise<void> {
  if (Buffer.compare(await readFile(path), content) === 0) return
  throw new RemoteError(`Another program has just changed ${path}. Nothing was changed. Try again.`)
}

/**
 * Flushes a folder, so that renames in it survive a crash. Does nothing on Windows, where folders cannot be flushed.
 */
async function flushFolder(folder: string): Promise<void> {
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
