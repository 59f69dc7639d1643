import type { Database, Statements } from './client.ts'
import { withSnapshot } from './transaction.ts'

/**
 * The door of heavy reads. `work` may run several statements, of different moments: it gives null where what they found
 * does not fit together. Nearly always no list changes between two statements; where one does, the database holds its
 * snapshot for them.
 */
export async function readConsistently<T>(
  db: Database,
  work: (statements: Statements) => Promise<T | null>,
): Promise<T> {
  return (await work(db.pool)) ?? (await withSnapshot(db.pool, work)) ?? impossible()
}

/** The same of statements that are planned for their values (db/statements.ts, `planned`). */
export async function readPlanned<T>(db: Database, work: (statements: Statements) => Promise<T | null>): Promise<T> {
  return (await work(db.planned)) ?? (await withSnapshot(db.planned, work)) ?? impossible()
}

function impossible(): never {
  throw new Error('What was read does not fit together within one snapshot of the database.')
}
