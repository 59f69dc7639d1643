import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { FileContent } from '../../../load-order/merging/merge.ts'
import { targetOf } from '../../link-target.ts'
import { RemoteError } from '../api.ts'
import { removeLeftoversIn } from '../secret-files.ts'

/** The files of a profile that can change. In a folder, their names may be in any case. */
export const MERGED_FILES = ['modlist.txt', 'plugins.txt', 'loadorder.txt']

export async function readProfileFiles(folder: string): Promise<FileContent[]> {
  const refuse = (path: string) => (error: NodeJS.ErrnoException) => {
    throw new RemoteError(`${path} can't be read: ${error.code}.`)
  }
  const names = await readdir(folder).catch(refuse(folder))
  const found = MERGED_FILES.flatMap((file) => names.filter((name) => name.toLowerCase() === file))
  if (found.length === 0) throw new RemoteError(`${folder} has none of ${MERGED_FILES.join(', ')}.`)
  return Promise.all(
    found.map(async (name) => {
      const path = join(folder, name)
      return { name, content: await readFile(path).catch(refuse(path)) }
    }),
  )
}

interface Replacement {
  path: string
  content: Uint8Array
  /** The file whose mode and owner the new file gets. */
  like: string
}

const TEMPORARY = /\.apply-([1-9]\d*)\.tmp$/

const temporaryOf = ({ path }: Replacement): string => `${path}.apply-${process.pid}.tmp`

/** Removes the temporary files of killed runs from a folder, and from where its links lead. */
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

async function replaceAll(files: readonly Replacement[]): Promise<void> {
  try {
    for (const file of files) await rename(temporaryOf(file), file.path)
    for (const place of new Set(files.map(({ path }) => dirname(path)))) await flushFolder(place)
  } catch (error) {
    await removeTemporary(files)
    throw error
  }
}

async function removeTemporary(files: readonly Replacement[]): Promise<void> {
  for (const file of files) await rm(temporaryOf(file), { force: true })
}

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

/** Flushes a folder, so that renames in it survive a crash. Windows can't. */
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

/** Returns an error that says why files could not be written. Returns an unexpected error unchanged. */
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

/*
 * Writes the files of a profile. Problem: a command can be killed, or the disk full, at any moment, and half a
 * modlist.txt loses mods. Approach: new files and copies of the old ones are written under temporary names and flushed.
 * Copies are renamed first; if the old files are unchanged, each new file is renamed over the old one, or over what its
 * link leads to. Temporary names have the id of the process, so that a later run removes only those of a killed one.
 * Guarantee: each file is old or new, and complete; the old ones are in the copies. Tests:
 * test/commands/remote/applying/.
 */

type Purpose = 'apply' | 'culprit'

interface NewFile {
  name: string
  content: Uint8Array
  /** The old content, from which the new one was made. Null if there is no such file yet. */
  before: Uint8Array | null
}

const COPIES: Record<Purpose, RegExp> = {
  apply: /^(.+)\.before-apply-(\d{8}-\d{6}-\d{3})$/,
  culprit: /^(.+)\.before-culprit-(\d{8}-\d{6}-\d{3})$/,
}

/** Returns the date in the name of a copy, in UTC: 20261124-083000-000. */
export const stampOf = (now: Date): string =>
  now.toISOString().replaceAll(/[-:Z]/g, '').replace('T', '-').replace('.', '-')

export const copyOf = (name: string, purpose: Purpose, stamp: string): string => `${name}.before-${purpose}-${stamp}`

interface Copying {
  purpose: Purpose
  stamp: string
  /** Files that are copied although they are not replaced. */
  also?: readonly FileContent[]
}

/** Replaces files of a folder, and returns the names of the copies of the old ones. Without `copying` there are none. */
export async function replaceFiles(folder: string, files: readonly NewFile[], copying?: Copying): Promise<string[]> {
  await removeLeftovers(folder)
  const copies: Replacement[] = []
  const replaced: Replacement[] = []
  try {
    const existing = [...files.filter(({ before }) => before !== null), ...(copying?.also ?? [])]
    const someFile = existing[0]?.name ?? ''
    for (const { name, content, before } of files) {
      const path = await targetOf(join(folder, name))
      if (before !== null && copying) copies.push(await copyFor(folder, { name, content: before }, copying))
      replaced.push({ path, content, like: before === null ? await targetOf(join(folder, someFile)) : path })
    }
    for (const file of copying?.also ?? []) copies.push(await copyFor(folder, file, copying as Copying))
    for (const file of [...copies, ...replaced]) await writeTemporary(file)
    for (const copy of copies) await rename(temporaryOf(copy), copy.path)
    await flushFolder(folder)
    for (const { name, before } of files) if (before !== null) await requireUnchanged(join(folder, name), before)
  } catch (error) {
    // Nothing was replaced yet, so the copies are not needed.
    for (const { path } of copies) await rm(path, { force: true })
    await removeTemporary([...copies, ...replaced])
    throw explained(folder, error)
  }
  try {
    await replaceAll(replaced)
  } catch (error) {
    const isUndone = copying !== undefined && (await takeBack(folder, files, copying))
    throw explained(folder, error, isUndone)
  }
  return copies.map(({ path }) => basename(path))
}

/** Takes back what was replaced of these files, and reports whether it could. Then their copies go too. */
async function takeBack(folder: string, files: readonly NewFile[], { purpose, stamp, also = [] }: Copying) {
  const old = [...files.filter(({ before }) => before !== null), ...also]
  const copies = old.map(({ name }) => ({ name, copy: copyOf(name, purpose, stamp) }))
  try {
    await restoreCopies(folder, copies)
    const added = files.filter(({ before }) => before === null)
    const unneeded = [...copies.map(({ copy }) => copy), ...added.map(({ name }) => name)]
    for (const name of unneeded) await rm(join(folder, name), { force: true })
    return true
  } catch {
    return false // the copies are still there for --undo
  }
}

const copyFor = async (folder: string, { name, content }: FileContent, { purpose, stamp }: Copying) => ({
  path: join(folder, copyOf(name, purpose, stamp)),
  content,
  like: await targetOf(join(folder, name)),
})

export interface Copy {
  copy: string
  name: string
}

export async function undoNewest(folder: string, purpose: Purpose): Promise<string[]> {
  await removeLeftovers(folder)
  const copies = await newestCopies(folder, purpose)
  if (copies.length === 0) throw new RemoteError(`${folder} has no copies of an earlier ${purpose}.`)
  const restored = await restoreCopies(folder, copies)
  for (const { copy } of copies) await rm(join(folder, copy), { force: true })
  return restored
}

/** Restores the files that differ from their copies, which stay, and returns their names. */
export async function restoreCopies(folder: string, copies: readonly Copy[]): Promise<string[]> {
  const restored: (Replacement & { name: string })[] = []
  try {
    for (const { copy, name } of copies) {
      const [path, like] = [await targetOf(join(folder, name)), join(folder, copy)]
      const content = await readFile(like)
      const current = await readFile(path).catch(() => undefined)
      if (current === undefined || !content.equals(current)) restored.push({ name, path, content, like })
    }
    for (const file of restored) await writeTemporary(file)
  } catch (error) {
    await removeTemporary(restored)
    throw explained(folder, error)
  }
  try {
    await replaceAll(restored)
  } catch (error) {
    throw explained(folder, error, false)
  }
  return restored.map(({ name }) => name)
}

export async function newestCopies(folder: string, purpose: Purpose): Promise<Copy[]> {
  const names = await readdir(folder).catch((error) => {
    throw explained(folder, error)
  })
  const copies = names.flatMap((copy) => {
    const [, name = '', stamp = ''] = COPIES[purpose].exec(copy) ?? []
    return stamp === '' ? [] : [{ copy, name, stamp }]
  })
  const stamps = copies.map(({ stamp }) => stamp).toSorted()
  return copies.filter(({ stamp }) => stamp === stamps.at(-1))
}

async function requireUnchanged(path: string, content: Uint8Array): Promise<void> {
  if (Buffer.compare(await readFile(path), content) === 0) return
  throw new RemoteError(`Another program has just changed ${path}. Nothing was changed. Try again.`)
}
