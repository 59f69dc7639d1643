import pg from 'pg'

/*
 * Where the primary stands, so that a read elsewhere can be told to have everything.
 *
 * Positions of the log (LSNs) compare within one history only. A standby that stayed on the old timeline of a failover, with
 * writes that are lost, is ahead by its position; two standbys that were promoted may even have one timeline number.
 *
 * So there is a mark in the data: a random id, written anew whenever the primary is not the same start of the same timeline
 * that wrote the last one. It is read on the connection that is asked for positions, if it is the primary's own: as long as
 * that connection lasts, it is to the same start of the same timeline. A standby that shows this mark has replayed the log
 * of this start of the primary, beyond the point where another history could have begun: that takes a promotion or a
 * restart, which writes another mark. If its position is also not behind that of the question, it has all that was
 * committed when the question was answered. Of two primaries at once that is said of the one that is asked. A standby that
 * is promoted while it is read is found out after the read.
 *
 * Commits that do not wait for the log on disk are visible before their position: while the primary commits so by default
 * (synchronous_commit = off), it gives no position. Tests: test/faults/standbys/.
 */
export interface Position {
  lsn: bigint
  /** Names the history in which the position counts. */
  mark: string
}

/** Why the primary gives no position. */
export type NoPosition = 'unmarked' | 'asynchronous'

/**
 * A start of a primary on a timeline: restarts, promotions and copies have another one. The same text in every time zone.
 * Fails on a standby.
 */
const ERA = `extract(epoch FROM pg_postmaster_start_time())::text || ' ' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8)`

/** What the question for the snapshot asks beside, for `positionOf`. */
export const POSITION_COLUMNS = ['pg_current_wal_flush_lsn()::text', `current_setting('synchronous_commit')`]

export function positionOf([lsn, commit]: readonly (string | null)[], mark: string | undefined): Position | NoPosition {
  if (commit === 'off') return 'asynchronous'
  return lsn == null || mark === undefined ? 'unmarked' : { lsn: lsnOf(lsn), mark }
}

/** The mark of the primary at hand, if it has its own. */
export const MARK = `SELECT mark::text FROM history_marks WHERE era = ${ERA}`

/** The number of a position such as 16/B374D848. */
export function lsnOf(text: string): bigint {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Writes the mark of the primary at hand, if it lacks its own. Waits for its disk alone, and for no standby. */
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
