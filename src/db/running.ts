import { once } from 'node:events'
import { checkAddresses, unusable } from './addresses.ts'
import { type DatabaseOptions, openDatabase } from './client.ts'
import { openEmbeddedDatabase } from './embedded/database.ts'
import { diskProblem } from './embedded/disk-space.ts'
import { MigrationError, type Migrations, migrateDatabase } from './migrations.ts'

/** A database that accepts connections and has all migrations. */
export interface RunningDatabase {
  url: string
  /** Address of the database without a pooler, if `url` is the address of a pooler. */
  directUrl?: string | undefined
  /** Returns why the disk can't be written to. Undefined if it can, or if the database is not embedded. */
  diskProblem(): Promise<string | undefined>
  /** Stops the embedded database, if this process started it. */
  release(): Promise<void>
}

interface DatabaseChoice {
  databaseUrl: string | undefined
  /** DATABASE_DIRECT_URL, if `databaseUrl` is the address of a pooler. */
  databaseDirectUrl?: string | undefined
  dataDir: string
}

export interface RunOptions {
  /** What to do about migrations that the database lacks: `apply` by default. */
  migrations?: Migrations
  /** Stops waiting when aborted, and stops the embedded PostgreSQL if this process started it. */
  signal?: AbortSignal
  /** Whether this process runs until it is stopped, so that others can use the embedded database that it starts. */
  isServer?: boolean
  /** Called with a line for people if this process has to wait for a command that uses the data folder. */
  onWait?: (line: string) => void
}

/**
 * Opens the database at `databaseUrl`, or else the embedded database in `dataDir`, and applies the migrations that it
 * lacks.
 */
export async function runDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: DatabaseChoice,
  log: (line: string) => void,
  { signal = new AbortController().signal, migrations = 'apply', isServer = true, onWait = log }: RunOptions = {},
): Promise<RunningDatabase> {
  const migrate = async (url: string) => {
    const applied = await migrateDatabase(url, migrations)
    for (const name of applied) log(`Applied the migration ${name}.`)
  }
  if (databaseUrl !== undefined) {
    const prepare = async () => {
      await checkAddresses(databaseUrl, databaseDirectUrl)
      await migrate(databaseDirectUrl ?? databaseUrl).catch((cause) => {
        const variable = databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
        throw cause instanceof MigrationError ? cause : unusable(cause, variable)
      })
    }
    await unlessAborted(prepare, signal)
    const external = { diskProblem: async () => undefined, release: async () => {} }
    return { url: databaseUrl, directUrl: databaseDirectUrl, ...external }
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

/** Waits for work that can't be stopped, such as a migration of several minutes, until aborted. */
async function unlessAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const done = new AbortController()
  const aborted = once(signal, 'abort', { signal: done.signal }).then(() => Promise.reject(signal.reason))
  return Promise.race([work(), aborted]).finally(() => done.abort())
}

/**
 * Opens a running database. `release` stops the embedded database, if this process started it; `close` ends all
 * connections first.
 */
export function openRunning(
  { url, directUrl, diskProblem, release }: RunningDatabase,
  options: Pick<DatabaseOptions, 'connections'>,
) {
  const db = openDatabase(url, { ...options, directUrl })
  let closing: Promise<void> | undefined
  return { db, diskProblem, release, close: () => (closing ??= db.$disconnect().finally(release)) }
}
