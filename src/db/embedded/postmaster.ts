import { chown, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { DataFolder } from './data-folder.ts'
import { errorCode, undefinedOn } from './error.ts'
import type { SystemUser } from './system-user.ts'

// The postmaster is the first process of a PostgreSQL server and the parent of its backends, one for each connection.
// It notes itself in postmaster.pid, which stays behind when it is killed.

/** What postmaster.pid says. The numbers are NaN in a damaged file. */
export interface PidFile {
  pid: number
  port: number
  ready: boolean
}

export async function readPidFile(folder: DataFolder): Promise<PidFile | undefined> {
  const text = await readFile(pidFilePath(folder), 'utf8').catch(undefinedOn('ENOENT'))
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Number.parseInt(lines[0] ?? '', 10), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** Whether this process is the postmaster of this folder. After a reboot any other process may have its number. */
export async function isPostmaster(pid: number, { cluster }: DataFolder): Promise<'yes' | 'no' | 'unknown'> {
  if (!isAlive(pid)) return 'no'
  if (process.platform !== 'linux') return 'unknown'
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(undefinedOn('ENOENT', 'ESRCH'))
  if (!isPostgres(commandLine)) return 'no'
  try {
    return (await worksIn(cluster, pid)) ? 'yes' : 'no'
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? 'no' : 'unknown' // root in a container may not look into others' processes
  }
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/**
 * Repairs a postmaster.pid that is left of a killed server, where PostgreSQL would not: it refuses to start if the number
 * in it is that of any living process. It makes an exception for its parent, so our number is put there. The other lines
 * stay: by them it finds shared memory that backends of the killed server may still use. The caller knows that the
 * process which the file names is not the postmaster of this folder.
 */
export async function repairPidFile(folder: DataFolder, user: SystemUser | undefined): Promise<void> {
  const path = pidFilePath(folder)
  const found = await readPidFile(folder)
  if (!found) return
  if (Number.isNaN(found.pid)) {
    const mayBeIncomplete = Date.now() - (await stat(path)).mtimeMs < 2000
    if (!mayBeIncomplete) await rm(path, { force: true }) // a power failure emptied it
  } else if (isAlive(found.pid)) {
    if (process.platform === 'win32') return rm(path, { force: true }) // there PostgreSQL does not know its parent
    const [, ...rest] = (await readFile(path, 'utf8')).split('\n')
    const repaired = join(folder.cluster, 'postmaster.pid.new')
    await writeFile(repaired, [process.pid, ...rest].join('\n'), { mode: 0o600 })
    if (user) await chown(repaired, user.uid, user.gid)
    await rename(repaired, path)
  }
}

const pidFilePath = ({ cluster }: DataFolder) => join(cluster, 'postmaster.pid')

/**
 * Kills backends on this folder whose postmaster was killed. Most of them notice and exit, but not one that is busy, nor
 * one that waits for a lock of a process which is gone; and PostgreSQL does not start beside them. Nothing is lost by it:
 * what was committed is in the write-ahead log.
 */
export async function killOrphanedBackends({ cluster }: DataFolder): Promise<void> {
  for (const pid of await processesIn(cluster)) {
    try {
      if (await isOrphanedBackend(pid)) process.kill(pid, 'SIGKILL')
    } catch {} // it has ended
  }
}

/** The processes that work in a folder, as far as the system tells: on Linux, and not those of users whom we may not see. */
export async function processesIn(folder: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const found: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
    if (await worksIn(folder, pid).catch(() => false)) found.push(pid)
  }
  return found
}

async function isOrphanedBackend(pid: number): Promise<boolean> {
  if (!(await commandLineOf(pid)).startsWith('postgres: ')) return false
  const [, parent] = /^PPid:\s+(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return !isPostgres(await commandLineOf(Number(parent)))
}

const commandLineOf = (pid: number) => readFile(`/proc/${pid}/cmdline`, 'utf8')

const isPostgres = (commandLine = '') => basename(commandLine.split('\0')[0] ?? '').startsWith('postgres')

/** Whether the folder is the working directory of the process, as a cluster is that of its postmaster and backends. */
async function worksIn(folder: string, pid: number): Promise<boolean> {
  const [wanted, found] = [await stat(folder), await stat(`/proc/${pid}/cwd/.`)]
  return wanted.dev === found.dev && wanted.ino === found.ino
}
