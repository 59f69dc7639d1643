import type { Db, Statements } from './client.ts'
import { Prisma } from './generated/client.ts'
import { prepared } from './statements.ts'

export interface WriteCount {
  key: string
  count: number
  /** Until it begins anew. */
  seconds: number
}

/**
 * Counts a write under each of the keys, for a minute from its first one, and gives the counts. One statement, by the
 * database's clock: all servers count together. Keys come in one order everywhere, so that nobody waits in a circle. Nor
 * does anybody wait for the disk: a crash may take back the last counts. For that no transaction may be around it.
 */
export async function countWrite(db: Statements, keys: readonly string[]): Promise<WriteCount[]> {
  const { rows } = await db.query<WriteCount>(
    prepared(
      'count write',
      Prisma.sql`
      WITH hasty AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
      INSERT INTO write_counts AS known (key, count, resets_at)
      SELECT key, 1, statement_timestamp() + interval '1 minute' FROM hasty, unnest(${[...keys].sort()}::text[]) AS key
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN known.resets_at <= statement_timestamp() THEN 1 ELSE known.count + 1 END,
        resets_at = CASE WHEN known.resets_at <= statement_timestamp() THEN excluded.resets_at ELSE known.resets_at END
      RETURNING key, count, greatest(1, ceil(extract(epoch FROM resets_at - statement_timestamp())))::int AS seconds`,
    ),
  )
  return rows
}

/** Deletes counts that are over; gives their number. */
export function forgetWrites(db: Db): Promise<number> {
  return db.$executeRaw`
    DELETE FROM write_counts WHERE key IN (
      SELECT key FROM write_counts WHERE resets_at <= statement_timestamp() FOR UPDATE SKIP LOCKED
    )`
}
