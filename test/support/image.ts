import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

export const run = promisify(execFile)

const { PATH = '', HOME = '' } = process.env

/** No variable of the tests is in a bare place. */
export const BARE = { PATH, HOME }

/** An empty folder that other users may enter. */
export async function bareFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mod-list-catalog-bare-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await run('chmod', ['755', folder])
  return folder
}

/** Copies of the project what a fresh clone has, with changes that are not committed. */
export async function cloneInto(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await run('bash', [
    '-c',
    'git ls-files -z --cached --others --exclude-standard | while IFS= read -rd "" f; do [ -e "$f" ] && printf "%s\\0" "$f"; done | tar -c --null -T - | tar -x -C "$1"',
    'clone',
    folder,
  ])
}
