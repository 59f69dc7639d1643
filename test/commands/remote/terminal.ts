import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Program, startCommand, wordsOf } from '../../support/processes/programs.ts'

/** Settings of a database that does not exist, so that a command that opens it fails. */
export const NO_DATABASE = { DATABASE_URL: 'postgresql://nobody:nothing@127.0.0.1:1/nowhere' }

/** Folder in which clients store owner keys, apart from the real keys of the person who runs the tests. */
const XDG_CONFIG_HOME = join(tmpdir(), 'configuration')

/** Returns the environment of a client, by the address of its server or by the server's port on this machine. */
export const clientOf = (server: number | string) => ({
  ...NO_DATABASE,
  XDG_CONFIG_HOME,
  CATALOG_URL: typeof server === 'number' ? `http://127.0.0.1:${server}` : server,
})

/** Returns the words of a command that uploads a folder for Skyrim SE. */
export const uploadOf = (folder: string, name = 'Mine') => ['upload', folder, '--game', '4', '--name', name]

/** Whether commands can run on a terminal, with `script` of util-linux. */
export const hasTerminal = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '')
if (!hasTerminal) console.warn('The program script of util-linux is missing: tests that need a terminal are skipped.')

/** Runs a program on a new terminal, whose whole output is in `out`. With `pipe`, the test types into its input. */
export const runOnTerminal = (
  program: Program,
  environment: Record<string, string>,
  args: string[] = [],
  stdin: 'ignore' | 'pipe' = 'ignore',
) => runWordsOnTerminal(wordsOf(program, args), environment, stdin)

export const runWordsOnTerminal = (words: string[], environment: Record<string, string>, stdin: 'ignore' | 'pipe') =>
  startCommand(
    ['script', '-qfec', shellWords(words), '/dev/null'],
    { TERM: 'xterm', SHELL: '/bin/sh', ...environment },
    stdin,
  )

/** Whether a command can have mounts of its own. */
export const hasMounts = spawnSync('unshare', ['-m', 'true']).status === 0

/** Returns the words of a program that sees a process whose name is in a file. Programs outside of its mounts do not. */
export const wordsBeside = (name: string, words: string[]) => [
  ...['unshare', '-m', 'sh', '-c'],
  `mount --bind ${name} /proc/$$/comm && exec ${shellWords(words)}`,
]

export const shellWords = (words: string[]) => words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')

/** Creates a folder with these files and returns its path. A name that ends in a slash becomes a folder. */
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
