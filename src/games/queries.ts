import type { Db } from '../db/client.ts'
import { nameKey } from '../text/name-key.ts'

/** Finds a game by its id, or by its name, ignoring case. */
export function findGame(db: Db, nameOrId: string) {
  return /^\d{1,9}$/.test(nameOrId) ? findGameById(db, Number(nameOrId)) : findGameByName(db, nameOrId)
}

function findGameById(db: Db, id: number) {
  return db.game.findUnique({ where: { id } })
}

export function findGameByName(db: Db, name: string) {
  return db.game.findUnique({ where: { nameKey: nameKey(name) } })
}
