import type { Database } from '../db/client.ts'
import { notFound } from '../errors.ts'
import { findGame } from './queries.ts'

export interface Game {
  id: number
  name: string
}

/** Returns a game by its id, or by its name, ignoring case. Throws if it does not exist (404). */
export async function requireGame({ db }: { db: Database }, nameOrId: string): Promise<Game> {
  const game = await findGame(db, nameOrId)
  if (game === null) throw notFound('Game', 'game_not_found')
  return game
}
