import type { Database } from '../db/client.ts'
import { readConsistently } from '../db/reads.ts'
import { SNAPSHOT } from '../db/snapshot.ts'
import { prepared } from '../db/statements.ts'
import { nextExpirySql, unsweptSql } from '../lists/visibility-queries.ts'
import type { GameSummary } from './schemas.ts'

interface GameRow extends GameSummary {
  snapshot: string
  validUntil: Date | null
}

/**
 * Returns the games by name, each with the number of its public lists, and the time until which the numbers are valid.
 */
export async function readCountsByGame(db: Database, now: Date) {
  const statement = prepared('games')`
    SELECT ${SNAPSHOT} AS snapshot, ${nextExpirySql(now)} AS "validUntil", games.id, games.name, (
      coalesce((SELECT lists FROM list_totals WHERE game_id = games.id AND author_id = 0), 0)
      + coalesce(changed.lists, 0) - coalesce(expired.lists, 0))::int AS lists_count
    FROM games
    LEFT JOIN (SELECT game_id, sum(lists) AS lists FROM list_changes GROUP BY 1) changed ON changed.game_id = games.id
    LEFT JOIN (SELECT game_id, count(*) AS lists FROM ${unsweptSql(now)} GROUP BY 1) expired
      ON expired.game_id = games.id
    ORDER BY games.name_key`
  const { rows } = await readConsistently(db, (statements) => statements.query<GameRow>(statement))
  const { snapshot = '', validUntil = null } = rows[0] ?? {}
  const games: GameSummary[] = rows.map(({ id, name, lists_count }) => ({ id, name, lists_count }))
  return { snapshot, validUntil, games }
}
