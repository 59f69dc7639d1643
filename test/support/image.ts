import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

export const run = promisify(execFile)

const { PATH = '', HOME = '' } = process.env

/** A minimal environment, without the variables of the tests. */
export const BARE = { PATH, HOME }

/** Creates an empty folder that other users can read, until the test ends. */
export async function bareFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mod-list-catalog-bare-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await run('chmod', ['755', folder])
  return folder
}

/** Copies the files that a fresh clone would have, including uncommitted changes. */
export async function cloneInto(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await run('bash', [
    '-c',
    'git ls-files -z --cached --others --exclude-standard | while IFS= read -rd "" f; do [ -e "$f" ] && printf "%s\\0" "$f"; done | tar -c --null -T - | tar -x -C "$1"',
    'clone',
    folder,
  ])
}
