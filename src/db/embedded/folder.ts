import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { access, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** The embedded database can't be used. The message says why and what to do. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}

export type DataFolder = ReturnType<typeof pathsIn>

const pathsIn = (path: string) => ({
  path,
  /** The database cluster, as PostgreSQL calls the folder that initdb creates. */
  cluster: join(path, 'postgres'),
  log: join(path, 'postgres.log'),
  password: join(path, 'postgres.password'),
  lock: join(path, 'postgres.lock'),
  address: join(path, 'postgres.address'),
})

/** Creates the data folder if it may be created, and checks that this process may write to it. */
export async function openDataFolder(dataDir: string, mustExist: boolean): Promise<DataFolder> {
  if (mustExist && !(await stat(join(dataDir, 'postgres', 'PG_VERSION')).catch(undefinedOn('ENOENT', 'ENOTDIR')))) {
    throw new EmbeddedDatabaseError(
      `There is no database in ${resolve(dataDir)} (DATA_DIR), and this command does not create one.\n` +
        'Set DATA_DIR to the data folder of the server, or DATABASE_URL to its database. ' +
        'To create a new database, start the server or run the command "migrate".',
    )
  }
  await makeFolder(resolve(dataDir))
  await access(join(dataDir, '/'), constants.W_OK | constants.X_OK) // the slash makes it fail for a file
  return pathsIn(await realpath(dataDir)) // the real path, so that the folder has only one name
}

/** Creates a folder and its parents. Node's option `recursive` would report a read-only disk as ENOENT. */
async function makeFolder(folder: string): Promise<void> {
  if (await stat(folder).catch(undefinedOn('ENOENT', 'ENOTDIR', 'EACCES'))) return
  await makeFolder(dirname(folder))
  await mkdir(folder).catch(undefinedOn('EEXIST'))
}

/** The process that runs PostgreSQL on a data folder. It deletes the file with this when it stops, unless it is killed. */
interface Owner {
  pid: number
  host: string
  /** The address of the database, if the owner is a server. Nobody uses that of a command, because it ends too soon. */
  url?: string
}

export async function readOwner({ address }: DataFolder): Promise<Owner | undefined> {
  const text = await readFile(address, 'utf8').catch(undefinedOn('ENOENT'))
  return text === undefined ? undefined : (JSON.parse(text) as Owner)
}

/** Notes that this process owns the folder, with the address of its database once others may connect. */
export async function writeOwner({ address }: DataFolder, url?: string): Promise<void> {
  const owner: Owner = { pid: process.pid, host: hostname(), ...(url !== undefined && { url }) }
  await writeFile(`${address}.new`, JSON.stringify(owner), { mode: 0o600, flush: true })
  await rename(`${address}.new`, address)
}

/** Flags of open() that lock the file or fail: O_EXLOCK and O_NONBLOCK on macOS, UV_FS_O_EXLOCK on Windows. */
const EXCLUSIVE: Partial<Record<NodeJS.Platform, number>> = { darwin: 0x24, win32: 0x10000000 }

/**
 * Locks a file, on Linux by the program flock. Returns its descriptor, or undefined if another process holds the lock.
 * It lasts, for all containers of a machine, until this process and all children with the descriptor have ended.
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
  if (exclusive !== undefined) return descriptor
  const child = spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] })
  const [status, signal] = await once(child, 'exit').catch((error: Error) => [error.message])
  if (status === 0) return descriptor
  closeSync(descriptor)
  if (status === 1) return undefined
  throw new EmbeddedDatabaseError(
    `The data folder ${dirname(path)} can't be locked: ${status ?? signal}.\n` +
      'Install the program flock (of util-linux), and keep the folder on a disk that supports locks, or set DATABASE_URL.',
  )
}

const FOLDER_ERRORS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY', 'ENOSPC', 'EDQUOT'])

export function explainFolderError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || !FOLDER_ERRORS.has(errorCode(error) ?? '')) return error
  const message =
    `The data folder ${dataDir} can't be used: ${error.message}\n` +
    'Make it writable for the user that runs this program, or set DATA_DIR to a folder that is.'
  return new EmbeddedDatabaseError(message, { cause: error })
}

const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Returns a handler for `catch` that turns errors with one of these codes into undefined and rethrows any other. */
export function undefinedOn(...codes: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!codes.includes(errorCode(error) ?? '')) throw error
    return undefined
  }
}
