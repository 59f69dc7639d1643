import { type Database, openDatabase } from './client.ts'
import { type DatabaseChoice, type RunningDatabase, type RunOptions, runDatabase } from './running.ts'

export interface Catalog {
  db: Database
  /** What keeps the disk from taking writes, if anything. */
  diskFault(): Promise<string | undefined>
  /** Closes all connections; the embedded server is stopped if nobody else uses it. */
  close(): Promise<void>
}

/** Runs the chosen database, and opens it. */
export const openCatalog = async (
  choice: DatabaseChoice & { databaseConnections: number },
  log: (line: string) => void,
  options?: RunOptions,
): Promise<Catalog> => openRunning(await runDatabase(choice, log, options), choice.databaseConnections)

/** Opens a database that runs already, by so many connections at the most. */
export function openRunning({ url, diskFault, release }: RunningDatabase, connections: number): Catalog {
  const db = openDatabase(url, connections)
  let closing: Promise<void> | undefined
  return { db, diskFault, close: () => (closing ??= db.$disconnect().finally(release)) }
}
