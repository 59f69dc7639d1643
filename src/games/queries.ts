import type { Db } from '../db/client.ts'
import { nameKey } from '../text/name-key.ts'

/** Finds a game by its id, or by its name, ignoring case. */
export function findGame(db: Db, nameOrId: string) {
  if (/^\d{1,9}$/.test(nameOrId)) return db.game.findUnique({ where: { id: Number(nameOrId) } })
  return findGameByName(db, nameOrId)
}

export function findGameByName(db: Db, name: string) {
  return db.game.findUnique({ where: { nameKey: nameKey(name) } })
}
