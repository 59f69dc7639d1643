import type { Db } from '../db/client.ts'
import { isGameId } from '../lists/schemas.ts'
import { nameKey } from '../text/name-key.ts'

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

/** Returns the numbers of lists and of past revisions that are for a game. */
export async function countUses(db: Db, gameId: number): Promise<{ lists: number; revisions: number }> {
  const where = { gameId }
  return { lists: await db.list.count({ where }), revisions: await db.listRevision.count({ where }) }
}

/** Deletes a game. A foreign key prevents it while a list or a past revision is for the game. */
export const deleteGame = (db: Db, id: number) => db.game.delete({ where: { id } })
