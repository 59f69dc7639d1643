import { createHash } from 'node:crypto'
import { readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { MergedList } from '../../../load-order/merging/merge.ts'
import { parseJson, RemoteError } from '../api.ts'
import { STATE, userFolder, writePrivate } from '../secret-files.ts'

/** Returns a command for a shell. */
export const commandFor = (what: 'continue' | 'undo', folder: string): string =>
  `culprit --${what} ${shellWord(folder, process.platform)}`

export const howToGoOn = (folder: string): string =>
  `Go on with ${commandFor('continue', folder)}, or put the first files back with ${commandFor('undo', folder)}.`

export const beingUndone = (folder: string): string =>
  `The search in ${folder} is being undone. Run ${commandFor('undo', folder)} again.`

/** Returns a path as one word of a shell: of PowerShell and cmd on Windows, else of POSIX. */
export function shellWord(path: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return /^[\w.:/\\-]+$/.test(path) ? path : `"${path}"` // a path can't have a double quote
  return /^[\w.:/@%+=-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}

/*
 * Searches that go on after the command has ended. Problem: a search takes days, and each round is another run of the
 * command, which can be killed at any moment. Approach: a file for each profile has both lists as they were at the start,
 * and the answers. An answer is stored along with the note that the files of the next round are not written yet; the note
 * is taken back after all of them are. Guarantee: an answer counts only for a round whose files were all written.
 * Tests: test/commands/remote/culprit/.
 */

const List = z.object({
  name: z.string(),
  slug: z.string(),
  domain: z.string().nullish(),
  files: z.array(z.object({ name: z.string(), content: z.base64() })),
})

/** A search. Its defaults are those of one that has just begun. */
export const KeptSearch = z.object({
  works: List,
  crashes: List,
  /** Ids of the units that are in every set. */
  keep: z.array(z.string()).default([]),
  /** Ids of the units that are in no set. */
  without: z.array(z.string()).default([]),
  part: z.enum(['mods', 'plugins']).optional(),
  answers: z.array(z.enum(['works', 'crashes', 'untestable'])).default([]),
  /** The date in the names of the copies. */
  stamp: z.string(),
  /** The files that the folder had when the copies were made. Empty before the first round is written. */
  first: z.array(z.object({ name: z.string(), hash: z.string() })).default([]),
  /** Whether the copies were made, and the files of the first round were all written. */
  isCopied: z.boolean().default(false),
  /** Whether the files of the round that waits were all written. */
  isWritten: z.boolean().default(false),
  /** Whether no set is asked for. */
  isEnded: z.boolean().default(false),
  /** Whether the copies are being put back. */
  isUndone: z.boolean().default(false),
  /** Whether all of them were put back. */
  isRestored: z.boolean().default(false),
})
export type KeptSearch = z.output<typeof KeptSearch>
export type KeptList = z.output<typeof List>

export const mergedList = ({ files, domain }: KeptList): MergedList => ({
  files: files.map(({ name, content }) => ({ name, content: Buffer.from(content, 'base64') })),
  domain,
})

/** The searches of this user, each by the folder of its profile. */
export function keptSearches(environment: NodeJS.ProcessEnv) {
  async function fileOf(folder: string): Promise<string> {
    const state = userFolder(STATE, environment)
    if (state === undefined) throw new RemoteError('There is no home folder. Set XDG_STATE_HOME to keep the search in.')
    const profile = await realpath(folder).catch(({ code }: NodeJS.ErrnoException) => {
      throw new RemoteError(`${folder} can't be read: ${code}.`)
    })
    const hash = createHash('sha256').update(profile).digest('hex').slice(0, 32)
    return join(state, 'mod-list-catalog', 'culprit', `${hash}.json`)
  }

  return {
    async find(folder: string): Promise<KeptSearch | undefined> {
      const file = await fileOf(folder)
      const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
        throw new RemoteError(`The search in ${file} can't be read: ${error.code}.`)
      })
      if (text === undefined) return undefined
      const { data } = KeptSearch.safeParse(parseJson(text))
      if (data === undefined)
        throw new RemoteError(
          `The search in ${file} can't be read. Delete this file, then use ${commandFor('undo', folder)}.`,
        )
      return data
    },

    async keep(folder: string, search: KeptSearch): Promise<void> {
      const file = await fileOf(folder)
      await writePrivate(file, search).catch(({ code }: NodeJS.ErrnoException) => {
        throw new RemoteError(`The search can't be kept in ${file}: ${code}. No answer was counted.`)
      })
    },

    forget: async (folder: string) => rm(await fileOf(folder), { force: true }),
  }
}

export type KeptSearches = ReturnType<typeof keptSearches>
