import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { access, chmod, constants, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Where there is so much of it, what tests write goes to memory: the disk of a busy machine can hold them up for long. */
const MEMORY = '/dev/shm'
const ENOUGH = 4 * 2 ** 30

/** A folder for all that a run writes. */
export async function makeRunFolder(): Promise<string> {
  const { TMPDIR = (await hasRoom(MEMORY)) ? MEMORY : tmpdir() } = process.env
  const folder = await mkdtemp(join(TMPDIR, 'mod-list-catalog-tests-'))
  await chmod(folder, 0o755) // where root runs the tests, another user runs PostgreSQL
  return folder
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize > ENOUGH
  } catch {
    return false
  }
}

/**
 * Ends the servers that still run on folders in it, which a test that was cut off could not, and takes it away. All at
 * once and without waiting: the runner leaves no time when it is told to stop.
 */
export function clearRunFolder(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    for (const place of [join(name, 'postgres'), join(name, 'not', 'yet', 'postgres')]) quit(join(folder, place))
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** Ends the server of a cluster at once, whatever state it is in. */
export async function endServer(cluster: string): Promise<void> {
  const pid = quit(cluster)
  while (pid !== undefined && commandOf(pid) !== '') await delay(10)
}

/**
 * Tells a server to end at once. Not by SIGKILL, which leaves its shared memory on the machine: files in /dev/shm, and
 * a segment that `ipcs -m` shows.
 */
function quit(cluster: string): number | undefined {
  const lockFile = join(cluster, 'postmaster.pid')
  const pid = existsSync(lockFile) ? Number.parseInt(readFileSync(lockFile, 'utf8'), 10) : Number.NaN
  if (!commandOf(pid).includes('mod-list-catalog')) return undefined
  for (const signal of ['SIGQUIT', 'SIGCONT'] as const) process.kill(pid, signal)
  return pid
}

/** The words of a process; none of one that has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
