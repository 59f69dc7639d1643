import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { access, chmod, constants, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Tests write to memory if at least ENOUGH bytes are free, because a busy disk can delay them. */
const MEMORY = '/dev/shm'
const ENOUGH = 4 * 2 ** 30

/** Creates the folder for all files of a test run. */
export async function makeRunFolder(): Promise<string> {
  const { TMPDIR = (await hasEnoughSpace(MEMORY)) ? MEMORY : tmpdir() } = process.env
  const folder = await mkdtemp(join(TMPDIR, 'mod-list-catalog-tests-'))
  await chmod(folder, 0o755) // if root runs the tests, another user runs PostgreSQL
  return folder
}

async function hasEnoughSpace(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize > ENOUGH
  } catch {
    return false
  }
}

/**
 * Ends servers that interrupted tests have left running in the folder, and deletes the folder. It is synchronous,
 * because an interrupted runner does not wait.
 */
export function clearRunFolder(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    for (const place of [join(name, 'postgres'), join(name, 'not', 'yet', 'postgres')]) quit(join(folder, place))
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** Ends the PostgreSQL of a data folder immediately, and waits until it has ended. */
export async function endServer(cluster: string): Promise<void> {
  const pid = quit(cluster)
  while (pid !== undefined && commandOf(pid) !== '') await delay(10)
}

/**
 * Sends a server the signal for an immediate shutdown. SIGKILL would leave shared memory behind: files in /dev/shm and
 * a segment in `ipcs -m`.
 */
function quit(cluster: string): number | undefined {
  const lockFile = join(cluster, 'postmaster.pid')
  const pid = existsSync(lockFile) ? Number.parseInt(readFileSync(lockFile, 'utf8'), 10) : Number.NaN
  if (!commandOf(pid).includes('mod-list-catalog')) return undefined
  for (const signal of ['SIGQUIT', 'SIGCONT'] as const) process.kill(pid, signal)
  return pid
}

/** Returns the command line of a process, or '' if the process has ended. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
