import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { wordsOf } from '../../../support/processes/programs.ts'
import { CRASHING } from '../../../support/profiles/crashing-pair.ts'
import { clientOf, runWordsOnTerminal } from '../terminal.ts'

/** Returns the files of a folder by name. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort()
  const read = names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)
  return Object.fromEntries(await Promise.all(read))
}

/** Creates the profile that crashes, and a folder for the state, both below one folder. */
export async function profile(files: Record<string, string> = CRASHING, name = 'profile') {
  const parent = await mkdtemp(join(tmpdir(), 'mod-list-catalog-culprit-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  const [folder, state] = [join(parent, name), join(parent, 'state')]
  await mkdir(folder)
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return { parent, folder, environment: { XDG_STATE_HOME: state }, state: join(state, 'mod-list-catalog', 'culprit') }
}

/** Returns the environment of the clients of an application. */
export const clientsOf = (app: FastifyInstance) => clientOf((app.server.address() as AddressInfo).port)

export const isCopy = (name: string) => /\.before-culprit-\d{8}-\d{6}-\d{3}$/.test(name)

/** Runs the command on a terminal that a test types into. `wrapped` may run its words in another way. */
export function openOnTerminal(
  environment: Record<string, string>,
  args: string[],
  wrapped = (words: string[]): string[] => words,
) {
  const { child, log, exit } = runWordsOnTerminal(wrapped(wordsOf('cli', ['culprit', ...args])), environment, 'pipe')
  let seen = 0
  return {
    exit,
    type: (text: string) => void child.stdin?.write(text),
    /** Waits for one of these texts, and returns what was shown since the last one. */
    async waitFor(...texts: string[]) {
      const shown = () => log().slice(seen)
      const isThere = () => texts.some((text) => shown().includes(text))
      await expect.poll(isThere).toBe(true)
      const since = shown()
      seen += since.length
      return since
    },
  }
}
