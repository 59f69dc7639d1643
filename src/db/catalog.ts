import { type Database, openDatabase } from './client.ts'
import { openEmbeddedDatabase } from './embedded.ts'
import { hasRoom } from './embedded-room.ts'
import { migrateDatabase } from './migrate.ts'

export interface Catalog {
  db: Database
  /** Whether there is room on the disk for writes. Another server's disk is that server's own matter. */
  hasRoom(): Promise<boolean>
  /** Closes all connections; the embedded server is stopped if nobody else uses it. */
  close(): Promise<void>
}

/** The database of DATABASE_URL can't be used. The message says why, and what to look at. */
export class DatabaseUrlError extends Error {
  override name = 'DatabaseUrlError'
}

/** Opens the database at `databaseUrl`, or without one the embedded one under `dataDir`, and applies what migrations it lacks. */
export async function openCatalog(
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
  log: (line: string) => void,
): Promise<Catalog> {
  if (databaseUrl !== undefined) {
    const db = await openMigrated(databaseUrl, log).catch((cause) => {
      throw unusable(cause)
    })
    return { db, hasRoom: async () => true, close: () => db.$disconnect() }
  }

  const server = await openEmbeddedDatabase(dataDir, { log })
  try {
    const db = await openMigrated(server.url, log)
    const close = () => db.$disconnect().finally(() => server.release())
    return { db, hasRoom: () => hasRoom(dataDir), close }
  } catch (error) {
    await server.release()
    throw error
  }
}

async function openMigrated(url: string, log: (line: string) => void): Promise<Database> {
  for (const name of await migrateDatabase(url)) log(`Applied the migration ${name}.`)
  return openDatabase(url)
}

function unusable(cause: Error & { code?: string }): DatabaseUrlError {
  const [reason] = (cause.message || cause.code || 'no reason given').split('\n')
  const message = `The database of DATABASE_URL can't be used: ${reason}. Check that it runs, its address and its password.`
  return new DatabaseUrlError(message, { cause })
}
