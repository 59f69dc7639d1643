import { openEmbeddedDatabase } from './embedded/database.ts'
import { diskProblem } from './embedded/disk-space.ts'
import { MigrationsMissingError, migrateDatabase, requireMigrations } from './migrations.ts'

/** A database that takes connections and has all migrations. */
export interface RunningDatabase {
  url: string
  /** What keeps the disk from taking writes, if anything. Another server's disk is that server's own matter. */
  diskFault(): Promise<string | undefined>
  /** Lets go of it; the embedded server is stopped if nobody else uses it. */
  release(): Promise<void>
}

export interface DatabaseChoice {
  databaseUrl: string | undefined
  dataDir: string
}

export interface RunOptions {
  /** Refuses a database that lacks migrations, unless there is nothing in it, where they would be applied else. */
  leavesMigrations?: boolean
  /** Gives up when it is aborted. An embedded database that nobody else uses is stopped then. */
  signal?: AbortSignal
}

/** The database of DATABASE_URL can't be used. The message says why, and what to look at. */
export class DatabaseUrlError extends Error {
  override name = 'DatabaseUrlError'
}

/**
 * Finds the database at `databaseUrl`, or without one runs the embedded one under `dataDir`, and applies what migrations
 * it lacks, unless told otherwise.
 */
export async function runDatabase(
  { databaseUrl, dataDir }: DatabaseChoice,
  log: (line: string) => void,
  { signal, leavesMigrations = false }: RunOptions = {},
): Promise<RunningDatabase> {
  const migrate = async (url: string) => {
    const applied = await (leavesMigrations ? requireMigrations(url) : migrateDatabase(url))
    for (const name of applied) log(`Applied the migration ${name}.`)
  }
  if (databaseUrl !== undefined) {
    const migrated = migrate(databaseUrl).catch((cause) => {
      throw cause instanceof MigrationsMissingError ? cause : unusable(cause)
    })
    await unlessAborted(migrated, signal)
    return { url: databaseUrl, diskFault: async () => undefined, release: async () => {} }
  }

  const server = await openEmbeddedDatabase(dataDir, { log })
  try {
    await unlessAborted(migrate(server.url), signal)
    return { url: server.url, diskFault: () => diskProblem(dataDir), release: () => server.release() }
  } catch (error) {
    await server.release()
    throw error
  }
}

/** The result of work that can't be stopped, unless nobody waits for it any more: a migration may take minutes. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  let giveUp = () => {}
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', giveUp))
}

function unusable(cause: Error & { code?: string }): DatabaseUrlError {
  const [reason] = (cause.message || cause.code || 'no reason given').split('\n')
  const message = `The database of DATABASE_URL can't be used: ${reason}. Check that it runs, its address and its password.`
  return new DatabaseUrlError(message, { cause })
}
