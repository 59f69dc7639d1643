import type { Database } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { readConsistently } from '../../db/reads.ts'
import { SNAPSHOT } from '../../db/snapshot.ts'
import { prepared, type Statements } from '../../db/statements.ts'
import { nextExpirySql, unsweptSql } from '../visibility-queries.ts'

interface CountedGame {
  id: number
  name: string
  listsCount: number
}

/**
 * Returns the games by name, each with the number of its public lists, and the time until which the numbers are valid.
 */
export async function countByGame(db: Statements, now: Date) {
  const { rows } = await db.query<CountedGame & { snapshot: string; validUntil: Date | null }>(
    prepared(
      'games',
      Prisma.sql`
        SELECT ${SNAPSHOT} AS snapshot, ${nextExpirySql(now)} AS "validUntil", games.id, games.name, (
          coalesce((SELECT lists FROM list_totals WHERE game_id = games.id AND author_id = 0), 0)
          + coalesce(changed.lists, 0) - coalesce(expired.lists, 0))::int AS "listsCount"
        FROM games
        LEFT JOIN (SELECT game_id, sum(lists) AS lists FROM list_changes GROUP BY 1) changed ON changed.game_id = games.id
        LEFT JOIN (SELECT game_id, count(*) AS lists FROM ${unsweptSql(now)} GROUP BY 1) expired
          ON expired.game_id = games.id
        ORDER BY games.name_key`,
    ),
  )
  return {
    snapshot: rows[0]?.snapshot ?? '',
    validUntil: rows[0]?.validUntil ?? null,
    games: rows.map(({ id, name, listsCount }): CountedGame => ({ id, name, listsCount })),
  }
}

/** Like countByGame, but on a standby if there is one. */
export const readCountsByGame = (db: Database, now: Date) =>
  readConsistently(db, (statements) => countByGame(statements, now))
