import pg from 'pg'

/*
 * The primary's position in its write-ahead log, to decide whether a standby has everything up to it.
 *
 * Problem: log positions (LSNs) compare only within one history. After a failover, a standby on the old timeline can be
 * ahead by its position and yet lack commits; two promoted standbys may even have the same timeline number.
 * Approach: the primary stores a random id in the database, the history mark, and replaces it after each restart or
 * promotion. A standby that shows the current mark has replayed the log of this start of the primary, so their
 * positions compare. The mark is valid while the connection lasts on which it was read and on which the primary reports
 * its positions.
 * Guarantee: a standby with this mark that is not behind the position has all that was committed when the primary
 * reported it. If there are two primaries, this holds for the one that was asked. A promotion during a read is detected
 * after it. While synchronous_commit is off, commits are visible before they are in the log, so the primary then
 * reports no position.
 * Tests: test/faults/standbys/.
 */
export interface Position {
  lsn: bigint
  /** The history mark, which names the history that the position belongs to. */
  mark: string
}

/** Why the primary has no position: its mark is unknown, or it commits asynchronously. */
export type NoPosition = 'unmarked' | 'asynchronous'

/**
 * SQL that identifies a start of a primary and its timeline. It differs after a restart or a promotion, and in a copy,
 * but not between time zones. Fails on a standby.
 */
const ERA = `extract(epoch FROM pg_postmaster_start_time())::text || ' ' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8)`

/** Columns that the snapshot query also reads, for `positionOf`. */
export const POSITION_COLUMNS = ['pg_current_wal_flush_lsn()::text', `current_setting('synchronous_commit')`]

export function positionOf([lsn, commit]: readonly (string | null)[], mark: string | undefined): Position | NoPosition {
  if (commit === 'off') return 'asynchronous'
  return lsn == null || mark === undefined ? 'unmarked' : { lsn: lsnOf(lsn), mark }
}

/** SQL that returns the history mark, unless it was written by an earlier start of the primary. */
export const MARK = `SELECT mark::text FROM history_marks WHERE era = ${ERA}`

/** Parses a position such as 16/B374D848. */
export function lsnOf(text: string): bigint {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/**
 * Writes a new history mark if this start of the primary has none. Waits for the primary's disk, but for no standby.
 */
export async function writeMark(settings: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(settings)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SET synchronous_commit = local')
    await client.query(`
      INSERT INTO history_marks (id, era, mark) VALUES (1, ${ERA}, gen_random_uuid())
      ON CONFLICT (id) DO UPDATE SET era = excluded.era, mark = excluded.mark WHERE history_marks.era <> excluded.era`)
  } finally {
    await client.end()
  }
}
