import type { Db } from '../db/client.ts'
import { publicLists } from '../lists/queries.ts'
import { nameKey } from '../name-key.ts'

/** All games by name, each with the number of its public lists. */
export async function listGames(db: Db, now: Date) {
  const [games, counts] = await Promise.all([
    db.game.findMany({ orderBy: { nameKey: 'asc' } }),
    db.list.groupBy({ by: 'gameId', where: publicLists(now), _count: true }),
  ])
  const byGame = new Map(counts.map(({ gameId, _count }) => [gameId, _count]))
  return games.map((game) => ({ ...game, listsCount: byGame.get(game.id) ?? 0 }))
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
