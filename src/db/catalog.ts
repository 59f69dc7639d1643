import { type Database, type DatabaseOptions, openDatabase } from './client.ts'
import { type DatabaseChoice, type RunningDatabase, type RunOptions, runDatabase } from './running.ts'

interface Catalog {
  db: Database
  /** Returns why the disk can't be written to, or undefined if it can. */
  diskProblem(): Promise<string | undefined>
  /** Closes all connections, and stops the embedded database if this process started it. */
  close(): Promise<void>
}

/** Starts the chosen database and opens it. */
export const openCatalog = async (
  choice: DatabaseChoice & { databaseConnections: number },
  log: (line: string) => void,
  options?: RunOptions,
): Promise<Catalog> => openRunning(await runDatabase(choice, log, options), { connections: choice.databaseConnections })

/** Opens a running database. */
export function openRunning(
  { url, directUrl, isPooled = false, diskProblem, release }: RunningDatabase,
  options: Pick<DatabaseOptions, 'connections' | 'replicas'>,
): Catalog {
  const db = openDatabase(url, { ...options, directUrl, isPooled })
  let closing: Promise<void> | undefined
  return { db, diskProblem, close: () => (closing ??= db.$disconnect().finally(release)) }
}
