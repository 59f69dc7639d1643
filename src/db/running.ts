import { once } from 'node:events'
import { access, constants, statfs } from 'node:fs/promises'
import { tlsFault } from '../client/connection-failures.ts'
import { type DatabaseOptions, openDatabase } from './client.ts'
import { openEmbeddedDatabase } from './embedded/database.ts'
import { MigrationError, type Migrations, migrateDatabase } from './migrations.ts'

export interface RunningDatabase {
  url: string
  /** Returns why the disk can't be written to. Undefined if it can, or if the database is not embedded. */
  diskProblem(): Promise<string | undefined>
  /** Stops the embedded database, if this process started it. */
  release(): Promise<void>
}

interface DatabaseChoice {
  databaseUrl: string | undefined
  dataDir: string
}

export interface RunOptions {
  /** What to do about migrations that the database lacks: `apply` by default. */
  migrations?: Migrations
  signal?: AbortSignal
  /** Whether this process runs until it is stopped, so that others can use the embedded database that it starts. */
  isServer?: boolean
  /** Called with a line for people if this process has to wait for a command that uses the data folder. */
  onWait?: (line: string) => void
}

/** Opens the database of `databaseUrl` or the embedded one in `dataDir`, and applies the migrations that it lacks. */
export async function runDatabase(
  { databaseUrl, dataDir }: DatabaseChoice,
  log: (line: string) => void,
  { signal = new AbortController().signal, migrations = 'apply', isServer = true, onWait = log }: RunOptions = {},
): Promise<RunningDatabase> {
  const migrate = async (url: string) => {
    const applied = migrations === 'leave' ? [] : await migrateDatabase(url, migrations)
    for (const name of applied) log(`Applied the migration ${name}.`)
  }
  if (databaseUrl !== undefined) {
    const prepare = () => migrate(databaseUrl).catch((cause) => Promise.reject(unusable(cause)))
    await unlessAborted(prepare, signal)
    return { url: databaseUrl, diskProblem: async () => undefined, release: async () => {} }
  }

  const mustExist = migrations === 'require'
  const server = await openEmbeddedDatabase(dataDir, { log, signal, isServer, onWait, mustExist })
  try {
    await unlessAborted(() => migrate(server.url), signal)
    const { url, release } = server
    return { url, diskProblem: () => diskProblem(dataDir), release }
  } catch (error) {
    await server.release()
    throw error
  }
}

/** The database of DATABASE_URL can't be used. The message says why, and what to check. */
export class DatabaseUrlError extends Error {
  override name = 'DatabaseUrlError'
}

function unusable(cause: unknown): unknown {
  if (cause instanceof MigrationError) return cause
  const { message = '', code }: { message?: string; code?: string } = cause instanceof Error ? cause : {}
  const [words] = (message || code || 'no reason given').split('\n')
  const advice =
    code === '25006'
      ? 'Set DATABASE_URL to the address of the primary.'
      : tlsFault(code ?? '') === 'certificate'
        ? 'Check the host in DATABASE_URL. If the certificate is from an authority of your own, add sslrootcert=FILE.'
        : 'Check that it runs, its address and its password.'
  return new DatabaseUrlError(`The database of DATABASE_URL can't be used: ${words}. ${advice}`, { cause })
}

/** Waits for work that can't be stopped, such as a migration of several minutes, until aborted. */
async function unlessAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const done = new AbortController()
  const aborted = once(signal, 'abort', { signal: done.signal }).then(() => Promise.reject(signal.reason))
  return Promise.race([work(), aborted]).finally(() => done.abort())
}

/**
 * Opens a running database. `close` ends all connections and stops the embedded database if this process started it.
 */
export function openRunning({ url, diskProblem, release }: RunningDatabase, options: DatabaseOptions) {
  const db = openDatabase(url, options)
  let closing: Promise<void> | undefined
  return { db, diskProblem, release, close: () => (closing ??= db.$disconnect().finally(release)) }
}

/** Bytes that must stay free on the disk: without space for its log, PostgreSQL shuts down. */
const RESERVE_BYTES = 64 * 2 ** 20

/** Returns why the data folder can't be written to now, or undefined if it can. */
async function diskProblem(folder: string): Promise<string | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize <= RESERVE_BYTES) return 'full'
    await access(folder, constants.W_OK)
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS' ? 'read-only' : 'unavailable'
  }
}

export async function freeBytes(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined)
  return found && found.bavail * found.bsize
}
