import { chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Account } from './account.ts'
import { absentOn, codeOf } from './error.ts'
import type { Places } from './files.ts'

/** What the lock file of a server tells. The numbers are NaN in a damaged one. */
export interface LockFile {
  pid: number
  port: number
  ready: boolean
}

export async function readLockFile(places: Places): Promise<LockFile | undefined> {
  const text = await readFile(lockFileOf(places), 'utf8').catch(absentOn('ENOENT'))
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Number.parseInt(lines[0] ?? '', 10), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/** Whether this process is the server of this folder. After a restart of the machine its number may be anyone's. */
export async function isPostmaster(pid: number, { cluster }: Places): Promise<'yes' | 'no' | 'maybe'> {
  if (!isAlive(pid)) return 'no'
  if (process.platform !== 'linux') return 'maybe'
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(absentOn('ENOENT', 'ESRCH'))
  if (!basename(command?.split('\0')[0] ?? '').startsWith('postgres')) return 'no'
  try {
    const [there, here] = [await stat(`/proc/${pid}/cwd/.`), await stat(cluster)]
    return there.dev === here.dev && there.ino === here.ino ? 'yes' : 'no'
  } catch (fault) {
    return codeOf(fault) === 'ENOENT' ? 'no' : 'maybe' // root in a container may not look into other users' processes
  }
}

export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    return process.kill(pid, 0)
  } catch (fault) {
    return codeOf(fault) === 'EPERM'
  }
}

/**
 * Makes a lock file harmless that names a living process which is not the server of this folder. PostgreSQL would take
 * that for a server and not start. The number becomes ours, the parent's, which it looks through; the rest stays, as it
 * finds by it the memory that backends of a killed server may still use.
 */
export async function disownLockFile(places: Places, account: Account | undefined): Promise<void> {
  const path = lockFileOf(places)
  const found = await readLockFile(places)
  if (!found) return
  if (Number.isNaN(found.pid)) {
    const writing = Date.now() - (await stat(path)).mtimeMs < 2000
    if (!writing) await rm(path, { force: true }) // cut short by a power failure
  } else if (isAlive(found.pid)) {
    if (process.platform === 'win32') return rm(path, { force: true }) // there it knows no parent
    const [, ...rest] = (await readFile(path, 'utf8')).split('\n')
    const copy = join(places.cluster, 'postmaster.pid.new')
    await writeFile(copy, [process.pid, ...rest].join('\n'), { mode: 0o600 })
    if (account) await chown(copy, account.uid, account.gid)
    await rename(copy, path)
  }
}

const lockFileOf = ({ cluster }: Places) => join(cluster, 'postmaster.pid')
