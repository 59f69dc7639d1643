import { type Database, openDatabase } from './client.ts'
import { openEmbeddedDatabase } from './embedded.ts'
import { migrateDatabase } from './migrate.ts'

export interface Catalog {
  db: Database
  /** Closes all connections; the embedded server is stopped if nobody else uses it. */
  close(): Promise<void>
}

/** Opens the database at `databaseUrl`, or without one the embedded one under `dataDir`, and applies what migrations it lacks. */
export async function openCatalog(
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
  log: (line: string) => void,
): Promise<Catalog> {
  const server = databaseUrl === undefined ? await openEmbeddedDatabase(dataDir, { log }) : undefined
  try {
    const url = server?.url ?? databaseUrl ?? ''
    for (const name of await migrateDatabase(url)) log(`Applied the migration ${name}.`)
    const db = openDatabase(url)
    const close = async () => {
      await db.$disconnect()
      await server?.release()
    }
    return { db, close }
  } catch (error) {
    await server?.release()
    throw error
  }
}
