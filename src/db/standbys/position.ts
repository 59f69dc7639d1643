import pg from 'pg'

/*
 * The primary's position in its write-ahead log, to decide whether a standby has everything up to it.
 *
 * Problem: log positions (LSNs) compare only within one history. After a failover, a standby on the old timeline can be
 * ahead by its position and yet lack commits; two promoted standbys may even have the same timeline number.
 * Approach: a mark names one start of a primary on one timeline. The primary reports its mark along with its position,
 * and a row of the database repeats the mark. A standby that shows this row has replayed the log of this start of the
 * primary, so their positions compare.
 * Guarantee: a standby with this mark that is not behind the position has all that was committed when the primary
 * reported it. If there are two primaries, this holds for the one that was asked. A promotion during a read is detected
 * after it. While synchronous_commit is off, commits are visible before they are in the log, so the primary then
 * reports no position.
 * Tests: test/faults/standbys/.
 */
export interface Position {
  lsn: bigint
  /** The mark of the history that the position belongs to. */
  mark: string
}

/** SQL that returns the mark. It differs after a restart or a promotion, and in a copy. Fails on a standby. */
const MARK = `extract(epoch FROM pg_postmaster_start_time())::text || ' ' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8)`

/** Columns that the snapshot query also reads, for `positionOf`. */
export const POSITION_COLUMNS = ['pg_current_wal_flush_lsn()::text', MARK, `current_setting('synchronous_commit')`]

/** Returns the position of these columns, or undefined if the primary commits asynchronously. */
export function positionOf([lsn, mark, commit]: readonly (string | null)[]): Position | undefined {
  return lsn == null || mark == null || commit === 'off' ? undefined : { lsn: lsnOf(lsn), mark }
}

/** SQL that returns the mark in the row. The column `mark` of the table is for servers before version 1.1. */
export const MARK_IN_ROW = 'SELECT era FROM history_marks'

/** Parses a position such as 16/B374D848. */
export function lsnOf(text: string): bigint {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Writes the primary's mark into the row, if it has another one. Waits for the primary's disk, but for no standby. */
export async function writeMark(settings: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(settings)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SET synchronous_commit = local')
    await client.query(`
      INSERT INTO history_marks (id, era, mark) SELECT 1, ${MARK}, gen_random_uuid()
      WHERE NOT EXISTS (SELECT FROM history_marks WHERE era = ${MARK})
      ON CONFLICT (id) DO UPDATE SET era = excluded.era, mark = excluded.mark WHERE history_marks.era <> excluded.era`)
  } finally {
    await client.end()
  }
}
