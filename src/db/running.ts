import { checkAddresses, unusable } from './address/check.ts'
import { openEmbeddedDatabase } from './embedded/database.ts'
import { diskProblem } from './embedded/disk-space.ts'
import { MigrationError, migrateDatabase } from './migrations.ts'

/** A database that takes connections and has all migrations. */
export interface RunningDatabase {
  url: string
  /** Where it is reached without a pooler, if `url` is the address of one. */
  directUrl?: string | undefined
  /** Whether `url` is the address of a pooler of transactions. */
  isPooled?: boolean
  /** Why the disk takes no writes, if it does not. Of a database elsewhere the disk is not known. */
  diskProblem(): Promise<string | undefined>
  /** Releases it: the embedded server stops if nobody else uses it. */
  release(): Promise<void>
}

export interface DatabaseChoice {
  databaseUrl: string | undefined
  /** DATABASE_DIRECT_URL, beside the address of a pooler. */
  databaseDirectUrl?: string | undefined
  dataDir: string
}

export interface RunOptions {
  /** `require` refuses a database that lacks migrations, unless it is empty. `apply` if left out. */
  migrations?: 'apply' | 'require'
  /** Stops waiting when aborted. An embedded database that nobody else uses is stopped then. */
  signal?: AbortSignal
}

/**
 * Takes the database at `databaseUrl`, or else starts the embedded one in `dataDir`, and applies the migrations that it
 * lacks.
 */
export async function runDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: DatabaseChoice,
  log: (line: string) => void,
  { signal, migrations = 'apply' }: RunOptions = {},
): Promise<RunningDatabase> {
  const migrate = async (url: string) => {
    const applied = await migrateDatabase(url, { mayChange: migrations === 'apply' })
    for (const name of applied) log(`Applied the migration ${name}.`)
  }
  if (databaseUrl !== undefined) {
    const prepare = async () => {
      const checked = await checkAddresses({ databaseUrl, databaseDirectUrl }, log)
      await migrate(databaseDirectUrl ?? databaseUrl).catch((cause) => {
        const variable = databaseDirectUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
        throw cause instanceof MigrationError ? cause : unusable(cause, variable)
      })
      return checked
    }
    const { isPooled } = await unlessAborted(prepare(), signal)
    return {
      url: databaseUrl,
      directUrl: databaseDirectUrl,
      isPooled,
      diskProblem: async () => undefined,
      release: async () => {},
    }
  }

  const server = await openEmbeddedDatabase(dataDir, { log })
  try {
    await unlessAborted(migrate(server.url), signal)
    return { url: server.url, diskProblem: () => diskProblem(dataDir), release: () => server.release() }
  } catch (error) {
    await server.release()
    throw error
  }
}

/** Waits for work that can't be stopped, unless aborted: a migration may take minutes. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', onAbort))
}
