import { type Database, openDatabase } from './client.ts'
import { type DatabaseChoice, type RunningDatabase, runDatabase } from './running.ts'

export interface Catalog {
  db: Database
  /** What keeps the disk from taking writes, if anything. */
  diskFault(): Promise<string | undefined>
  /** Closes all connections; the embedded server is stopped if nobody else uses it. */
  close(): Promise<void>
}

/** Opens the chosen database, or the one that is about to run already. */
export async function openCatalog(
  choice: DatabaseChoice,
  log: (line: string) => void,
  running: Promise<RunningDatabase> = runDatabase(choice, log),
): Promise<Catalog> {
  const { url, diskFault, release } = await running
  const db = openDatabase(url)
  return { db, diskFault, close: () => db.$disconnect().finally(release) }
}
