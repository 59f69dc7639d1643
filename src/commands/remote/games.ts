import { z } from 'zod'
import { GameSummary } from '../../games/schemas.ts'
import { data } from '../../lists/schemas.ts'
import { knownGame } from '../../load-order/games.ts'
import { nameKey } from '../../text/name-key.ts'
import { didYouMean } from '../nearest.ts'
import { type Api, RemoteError } from './api.ts'

/** Returns all games of a server. */
export const gamesOf = async (api: Api) => (await api.get('/games', data(z.array(GameSummary)))).data

/** Returns a game by its name in any case or by its id. If it does not exist, the error suggests similar names. */
export async function gameNamed(api: Api, nameOrId: string): Promise<z.output<typeof GameSummary>> {
  const games = await gamesOf(api)
  const game = games.find(({ id, name }) => String(id) === nameOrId || nameKey(name) === nameKey(nameOrId.trim()))
  if (game !== undefined) return game
  const guess = didYouMean(
    nameOrId,
    games.map(({ name }) => name),
  )
  throw new RemoteError(`There is no game "${nameOrId}".${guess} "mod-list-catalog games" shows all.`)
}

/**
 * Returns a game, by its name or id, in addresses of Nexus Mods; null if the site does not have it. Throws if the game is
 * unknown.
 */
export function domainNamed(nameOrId: string): string | null {
  const game = knownGame(nameOrId)
  if (game === undefined) throw new RemoteError(`There is no game "${nameOrId}". "mod-list-catalog games" shows all.`)
  return game.domain
}
