import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { EmbeddedDatabaseError, errorCode } from './error.ts'

/**
 * Flags of open() that lock the file or fail: O_EXLOCK and O_NONBLOCK on macOS, UV_FS_O_EXLOCK on Windows. Linux has
 * none, so there the program flock locks it.
 */
const EXCLUSIVE: Partial<Record<NodeJS.Platform, number>> = { darwin: 0x24, win32: 0x10000000 }

/**
 * Opens a file and locks it. Returns its descriptor, or undefined if another process holds the lock. The kernel keeps
 * the lock for all containers of a machine, until this process and every child process that inherited the descriptor
 * have closed it or ended.
 */
export async function openLocked(path: string): Promise<number | undefined> {
  const exclusive = EXCLUSIVE[process.platform]
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_WRONLY | constants.O_CREAT | (exclusive ?? 0), 0o600)
  } catch (error) {
    if (exclusive !== undefined && ['EAGAIN', 'EBUSY'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
  const status = exclusive === undefined ? await flock(descriptor) : 0
  if (status === 0) return descriptor
  closeSync(descriptor)
  if (status === 1) return undefined
  throw new EmbeddedDatabaseError(
    `The data folder ${dirname(path)} can't be locked: ${status}.\n` +
      'Install the program flock (of util-linux), and keep the folder on a disk that supports locks, or set DATABASE_URL.',
  )
}

/** Locks an open file. Returns 0 if that worked, 1 if another process holds the lock, and anything else on errors. */
async function flock(descriptor: number): Promise<unknown> {
  const child = spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] })
  const [status, signal] = await once(child, 'exit').catch((error: Error) => [error.message])
  return status ?? signal
}
