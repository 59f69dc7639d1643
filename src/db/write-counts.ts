import type { Db, Statements } from './client.ts'
import { Prisma } from './generated/client.ts'
import { prepared } from './statements.ts'

export interface WriteCount {
  key: string
  count: number
  /** Until it starts again from 0. */
  seconds: number
}

/**
 * Adds a write to the count of each key, which lasts for a minute from its first write, and gives the counts.
 *
 * It is one statement, by the database's clock, so that all servers count together. Keys are sorted, so that two writes
 * never wait for each other in a circle. The commit does not wait for the disk, so a crash may lose the last counts:
 * for that it must not run within another transaction.
 */
export async function countWrite(db: Statements, keys: readonly string[]): Promise<WriteCount[]> {
  const { rows } = await db.query<WriteCount>(
    prepared(
      'count write',
      Prisma.sql`
      WITH settings AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
      INSERT INTO write_counts AS stored (key, count, resets_at)
      SELECT key, 1, statement_timestamp() + interval '1 minute' FROM settings, unnest(${[...keys].sort()}::text[]) AS key
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN stored.resets_at <= statement_timestamp() THEN 1 ELSE stored.count + 1 END,
        resets_at = CASE WHEN stored.resets_at <= statement_timestamp() THEN excluded.resets_at ELSE stored.resets_at END
      RETURNING key, count, greatest(1, ceil(extract(epoch FROM resets_at - statement_timestamp())))::int AS seconds`,
    ),
  )
  return rows
}

/** Deletes the counts whose minute is over; gives their number. */
export function deleteExpiredCounts(db: Db): Promise<number> {
  return db.$executeRaw`
    DELETE FROM write_counts WHERE key IN (
      SELECT key FROM write_counts WHERE resets_at <= statement_timestamp() FOR UPDATE SKIP LOCKED
    )`
}
