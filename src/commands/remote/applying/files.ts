import { constants } from 'node:fs'
import { copyFile, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ClientError } from '../api.ts'

/*
 * Writes the files of a profile.
 *
 * Problem: a command can be killed, or the disk can be full, at any moment, and half a modlist.txt makes a mod manager
 * forget the other half.
 * Approach: all old files are first copied to NAME.before-apply-DATE, and all new ones written next to them under
 * temporary names; both are flushed to disk. Only then is each new file renamed over the old one, which is atomic.
 * Guarantee: each file is completely old or completely new, and the old files are in the copies.
 * Tests: test/commands/remote/applying/apply.slow.test.ts.
 */

export interface NewFile {
  name: string
  content: Uint8Array
}

const COPY = /^(.+)\.before-apply-(\d{8}-\d{6}-\d{3})$/
const TEMPORARY = '.apply-new'

/** Returns the date in the name of a copy, in UTC: 20261124-083000-000. */
const stampOf = (now: Date): string => now.toISOString().replaceAll(/[-:Z]/g, '').replace('T', '-').replace('.', '-')

/** Replaces files of a folder, and returns the names of the copies of the old ones. */
export async function replaceFiles(folder: string, files: readonly NewFile[], now: Date): Promise<string[]> {
  const stamp = stampOf(now)
  const copies = files.map(({ name }) => `${name}.before-apply-${stamp}`)
  const temporary = files.map(({ name }) => join(folder, `${name}${TEMPORARY}`))
  try {
    for (const [at, { name, content }] of files.entries()) {
      const copy = join(folder, copies[at] ?? '')
      await copyFile(join(folder, name), copy, constants.COPYFILE_EXCL)
      await flush(copy)
      await writeFlushed(temporary[at] ?? '', content, await modeOf(copy))
    }
    await flushFolder(folder)
  } catch (error) {
    // Nothing was replaced yet, so the copies are not needed.
    for (const path of [...temporary, ...copies.map((copy) => join(folder, copy))]) await rm(path, { force: true })
    throw explained(folder, error)
  }
  try {
    for (const [at, { name }] of files.entries()) await rename(temporary[at] ?? '', join(folder, name))
    await flushFolder(folder)
  } catch (error) {
    for (const path of temporary) await rm(path, { force: true })
    throw explained(folder, error, PARTLY)
  }
  return copies
}

/** Restores the newest copies, and returns the names of the files. Deletes the copies once all files are restored. */
export async function undoNewest(folder: string): Promise<string[]> {
  const copies = (await readdir(folder)).flatMap((copy) => {
    const [, name = '', stamp = ''] = COPY.exec(copy) ?? []
    return stamp === '' ? [] : [{ copy, name, stamp }]
  })
  const newest = copies
    .map(({ stamp }) => stamp)
    .sort()
    .at(-1)
  const undone = copies.filter(({ stamp }) => stamp === newest)
  if (undone.length === 0) throw new ClientError(`${folder} has no copies of an earlier apply.`)
  try {
    for (const { copy, name } of undone) {
      const temporary = join(folder, `${name}${TEMPORARY}`)
      await writeFlushed(temporary, await readFile(join(folder, copy)), await modeOf(join(folder, copy)))
      await rename(temporary, join(folder, name))
    }
    await flushFolder(folder)
    for (const { copy } of undone) await rm(join(folder, copy))
  } catch (error) {
    for (const { name } of undone) await rm(join(folder, `${name}${TEMPORARY}`), { force: true })
    throw explained(folder, error, PARTLY)
  }
  return undone.map(({ name }) => name)
}

const modeOf = async (path: string) => (await stat(path)).mode

async function writeFlushed(path: string, content: Uint8Array, mode: number): Promise<void> {
  const file = await open(path, 'w', mode)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
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
}

/** What is known about the files if an error happens after the first of them may have been replaced. */
const PARTLY = 'may be changed only in part. Fix the cause, then use --undo'

/** Returns an error that says why the files could not be changed. Returns an unexpected error as it is. */
function explained(folder: string, error: unknown, state = 'were not changed'): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const reason = REASONS[code]
  return reason === undefined ? error : new ClientError(`The files in ${folder} ${state}: ${reason}.`)
}
