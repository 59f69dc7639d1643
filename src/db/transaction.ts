import type { Database, Db } from './client.ts'
import { isConflict } from './failures.ts'

/** Enough for parallel writers of one name; a conflict that lasts longer is a fault of ours. */
const ATTEMPTS = 10

/** Runs `work` in a transaction, from its start again when another transaction got in its way. */
export async function transact<T>(db: Database, work: (transaction: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.$transaction(work)
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error
    }
  }
}

/** Runs `work`, which only reads, on one state of the database: nothing that commits meanwhile is half seen. */
export function readSnapshot<T>(db: Database, work: (transaction: Db) => Promise<T>): Promise<T> {
  return db.$transaction(work, { isolationLevel: 'RepeatableRead' })
}
