import { isCancelled, isUnavailable } from '../../db/failures.ts'

/** Number of rows per transaction, small enough that other writes do not wait long. */
const BATCH = 200

/** Factor by which a batch shrinks after a failure, and grows again after others have succeeded. */
const FACTOR = 4

/** Logs a list or a file that the sweep no longer tries to delete. */
export type LogSetAside = (what: { listId: number } | { fileId: number }, error: unknown) => void

/** Rows that wait to be deleted. */
interface Queue<Row> {
  signal: AbortSignal | undefined
  /**
   * Deletes up to `limit` rows in a transaction, and returns how many things that were. Calls `onTaken` with the rows
   * once it has them.
   */
  delete(limit: number, onTaken: (rows: readonly Row[]) => void): Promise<number>
  /** Notes that a row can't be deleted, so that `delete` takes others. Returns the number of things deleted after all. */
  noteFailed(row: Row, error: unknown): Promise<number>
}

/**
 * Deletes the rows of a queue in batches, and returns how many things were deleted.
 *
 * Problem: a batch may take longer than a statement may, and one row that can't be deleted would keep all later ones.
 * Approach: a batch that fails is tried with fewer rows, until only the row at fault is left. After a timeout, later
 * batches stay as small.
 * Guarantee: whatever fails for a row delays no other row. Errors of an unavailable database are thrown.
 */
export async function sweepQueue<Row>(queue: Queue<Row>): Promise<number> {
  let deleted = 0
  let most = BATCH
  let limit = BATCH
  while (!queue.signal?.aborted) {
    let taken: readonly Row[] = []
    try {
      deleted += await queue.delete(limit, (rows) => {
        taken = rows
      })
      if (taken.length < limit) return deleted
      limit = Math.min(most, limit * FACTOR)
    } catch (error) {
      const [first] = taken
      if (first === undefined || (isUnavailable(error) && !isCancelled(error))) throw error
      if (taken.length === 1) {
        deleted += await queue.noteFailed(first, error)
        continue
      }
      limit = Math.ceil(taken.length / FACTOR)
      if (isCancelled(error)) most = limit
    }
  }
  return deleted
}
