import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Program, startCommand, wordsOf } from '../../support/processes/programs.ts'

/** A database that is not there: whoever opens it fails. */
export const NO_DATABASE = { DATABASE_URL: 'postgresql://nobody:nothing@127.0.0.1:1/nowhere' }

/** Where clients keep owner keys: never where those of whoever runs the tests are. */
const XDG_CONFIG_HOME = join(tmpdir(), 'configuration')

/** The variables of a client of a server at a port of this machine. */
export const clientOf = (port: number) => ({
  ...NO_DATABASE,
  XDG_CONFIG_HOME,
  CATALOG_URL: `http://127.0.0.1:${port}`,
})

/** Whether commands can be given a terminal: by `script` of util-linux. */
export const hasTerminal = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '')
if (!hasTerminal) console.warn('There is no util-linux script: what is shown on a terminal is not tested.')

/** Runs a program on a terminal of its own; everything that is shown there is in `out`. */
export function runOnTerminal(program: Program, environment: Record<string, string>, args: string[] = []) {
  return startCommand(['script', '-qfec', shellWords(wordsOf(program, args)), '/dev/null'], {
    TERM: 'xterm',
    SHELL: '/bin/sh',
    ...environment,
  })
}

export const shellWords = (words: string[]) => words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')

/** A folder with these files; a name that ends in a slash is a folder. */
export async function folderOf(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mod-list-catalog-profile-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(name.endsWith('/') ? path : dirname(path), { recursive: true })
    if (!name.endsWith('/')) await writeFile(path, content)
  }
  return folder
}
