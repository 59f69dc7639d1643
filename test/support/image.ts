import { execFile } from 'node:child_process'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
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

/** Who runs a program: without ids, the user of this process. */
interface User {
  env: Record<string, string>
  uid?: number
  gid?: number
}

/** Returns how to run a program as an ordinary user who has a home of their own. For root that is `nobody`. */
export async function ordinaryUser(): Promise<User> {
  if (process.geteuid?.() !== 0) return { env: BARE }
  const home = await bareFolder()
  const nobody = { uid: 65534, gid: 65534 }
  await chown(home, nobody.uid, nobody.gid)
  const settingOf = async (name: string) => (await run('npm', ['config', 'get', name])).stdout.trim()
  const [registry, cafile] = await Promise.all(['registry', 'cafile'].map(settingOf))
  const canRead = await run('setpriv', ['--reuid', '65534', '--clear-groups', 'test', '-r', cafile ?? '']).then(
    () => true,
    () => false,
  )
  const env = { PATH, HOME: home, npm_config_registry: registry ?? '' }
  return { ...nobody, env: canRead ? { ...env, npm_config_cafile: cafile ?? '' } : env }
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
