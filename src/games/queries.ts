import type { Database, Db } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'
import { SNAPSHOT } from '../db/snapshot.ts'
import { findOnlyRow, statement } from '../db/sql.ts'
import { isGameId } from '../lists/schemas.ts'
import { nextExpirySql, unsweptSql } from '../lists/visibility-queries.ts'
import { nameKey } from '../text/name-key.ts'
import type { GameSummary } from './schemas.ts'

/** Finds a game by its id, or by its name, ignoring case. */
export function findGame(db: Db, nameOrId: string) {
  return isGameId(nameOrId) ? findGameById(db, Number(nameOrId)) : findGameByName(db, nameOrId)
}

export const findGameById = (db: Db, id: number) => db.game.findUnique({ where: { id } })

export function findGameByName(db: Db, name: string) {
  return db.game.findUnique({ where: { nameKey: nameKey(name) } })
}

export const findGames = (db: Db) => db.game.findMany({ orderBy: { id: 'asc' } })

export const insertGame = (db: Db, game: { id: number; name: string; nexusDomain: string | null }) =>
  db.game.create({ data: { ...game, nameKey: nameKey(game.name) } })

export async function countUses(db: Db, gameId: number): Promise<{ lists: number; revisions: number }> {
  const where = { gameId }
  return { lists: await db.list.count({ where }), revisions: await db.listRevision.count({ where }) }
}

/** Deletes a game. A foreign key prevents it while a list or a past revision is for the game. */
export const deleteGame = (db: Db, id: number) => db.game.delete({ where: { id } })

export const gamesSql = (now: Date) => Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('id', games.id, 'name', games.name, 'lists_count', (
    coalesce((SELECT lists FROM list_totals WHERE game_id = games.id AND author_id = 0), 0)
    + coalesce(changed.lists, 0) - coalesce(expired.lists, 0))::int) ORDER BY games.name_key), '[]')
  FROM games
  LEFT JOIN (SELECT game_id, sum(lists) AS lists FROM list_changes GROUP BY 1) changed ON changed.game_id = games.id
  LEFT JOIN (SELECT game_id, count(*) AS lists FROM ${unsweptSql(now)} GROUP BY 1) expired
    ON expired.game_id = games.id)`

interface CountsByGame {
  snapshot: string
  validUntil: Date | null
  games: GameSummary[]
}

/** Returns the games by name with the numbers of their public lists, and until when these are valid. */
export const readCountsByGame = (db: Database, now: Date): Promise<CountsByGame> =>
  findOnlyRow<CountsByGame>(
    db,
    statement`
      SELECT ${SNAPSHOT} AS snapshot, ${nextExpirySql(now)} AS "validUntil", ${gamesSql(now)} AS games`,
  )
