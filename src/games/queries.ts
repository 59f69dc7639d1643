import type { Db } from '../db/client.ts'
import { SNAPSHOT } from '../db/snapshot.ts'
import { NEXT_EXPIRY, type Queryable, UNSWEPT } from '../lists/collection/page-queries.ts'
import { nameKey } from '../text/name-key.ts'

/** The games by name, each with the number of its public lists, and until when that stays so. */
export async function countByGame(db: Queryable, now: Date) {
  const { rows } = await db.query<[string, Date | null, number, string, number]>({
    name: 'games',
    text: `
      SELECT ${SNAPSHOT}, ${NEXT_EXPIRY}, g.id, g.name, (
        coalesce((SELECT lists FROM list_totals t WHERE t.game_id = g.id AND author_id = 0), 0)
        + coalesce(c.lists, 0) - coalesce(e.lists, 0))::int
      FROM games g
      LEFT JOIN (SELECT game_id, sum(lists) AS lists FROM list_changes GROUP BY 1) c ON c.game_id = g.id
      LEFT JOIN (SELECT game_id, count(*) AS lists FROM ${UNSWEPT} GROUP BY 1) e
        ON e.game_id = g.id
      ORDER BY g.name_key`,
    values: [now],
    rowMode: 'array',
  })
  return {
    snapshot: rows[0]?.[0] ?? '',
    validUntil: rows[0]?.[1] ?? null,
    games: rows.map(([, , id, name, listsCount]) => ({ id, name, listsCount })),
  }
}

/** A game by its id or, in any case, its name. */
export function findGame(db: Db, nameOrId: string) {
  return /^\d{1,9}$/.test(nameOrId) ? findGameById(db, Number(nameOrId)) : findGameByName(db, nameOrId)
}

export function findGameById(db: Db, id: number) {
  return db.game.findUnique({ where: { id } })
}

export function findGameByName(db: Db, name: string) {
  return db.game.findUnique({ where: { nameKey: nameKey(name) } })
}
