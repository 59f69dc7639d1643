import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { FileContent } from '../../../load-order/merging/merge.ts'
import { targetOf } from '../../link-target.ts'
import { RemoteError } from '../api.ts'
import {
  explained,
  flushFolder,
  type Replacement,
  removeLeftovers,
  removeTemporary,
  replaceAll,
  temporaryOf,
  writeTemporary,
} from './temporary-files.ts'

/*
 * Writes the files of a profile.
 *
 * Problem: a command can be killed, or the disk can be full, at any moment, and half a modlist.txt makes a mod manager
 * forget the other half. Another program may write the same files.
 * Approach: all new files, and copies of the old ones, are written under temporary names and flushed to disk. Then the
 * copies are renamed to NAME.before-PURPOSE-DATE. If the old files are still as they were read, each new file is renamed
 * over the old one, which is atomic. If a file is a symbolic link, the file that it leads to is replaced. A temporary
 * name has the id of its process. By this id, a later run removes the files of a killed run, and not those of a run
 * that still writes.
 * Guarantee: each file, and each copy, is complete. Each file is old or new, and the old ones are in the copies.
 * Tests: test/commands/remote/applying/.
 */

/** What the files are replaced for. It is in the names of the copies. */
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

/** Returns the name of the copy of a file. */
export const copyOf = (name: string, purpose: Purpose, stamp: string): string => `${name}.before-${purpose}-${stamp}`

/** The copies to make of the old files: what for, and the date in their names. */
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
  await replaceAll(folder, replaced)
  return copies.map(({ path }) => basename(path))
}

const copyFor = async (folder: string, { name, content }: FileContent, { purpose, stamp }: Copying) => ({
  path: join(folder, copyOf(name, purpose, stamp)),
  content,
  like: await targetOf(join(folder, name)),
})

/** A copy in the folder of the file that it is of. */
export interface Copy {
  copy: string
  name: string
}

/** Restores the newest copies and deletes them. Returns the names of the files. */
export async function undoNewest(folder: string, purpose: Purpose): Promise<string[]> {
  await removeLeftovers(folder)
  const copies = await newestCopies(folder, purpose)
  if (copies.length === 0) throw new RemoteError(`${folder} has no copies of an earlier ${purpose}.`)
  await restoreCopies(folder, copies)
  for (const { copy } of copies) await rm(join(folder, copy), { force: true })
  return copies.map(({ name }) => name)
}

/** Restores files from their copies, which stay. */
export async function restoreCopies(folder: string, copies: readonly Copy[]): Promise<void> {
  const restored: Replacement[] = []
  try {
    for (const { copy, name } of copies) {
      const like = join(folder, copy)
      restored.push({ path: await targetOf(join(folder, name)), content: await readFile(like), like })
    }
    for (const file of restored) await writeTemporary(file)
  } catch (error) {
    await removeTemporary(restored)
    throw explained(folder, error)
  }
  await replaceAll(folder, restored)
}

/** Returns the copies with the latest date, if there are any. */
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
