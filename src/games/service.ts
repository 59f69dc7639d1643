import type { Database } from '../db/client.ts'
import { transact } from '../db/transaction.ts'
import { CatalogError, invalid, notFound } from '../errors.ts'
import { isGameId } from '../lists/schemas.ts'
import { GAMES, LAST_FIXED_GAME } from '../load-order/games.ts'
import { counted } from '../text/amounts.ts'
import { isInvisible, isPrintable } from '../text/harmless.ts'
import { nameKey } from '../text/name-key.ts'
import { type GameOnNexus, NEXUS_DOMAIN } from './nexus.ts'
import { countUses, deleteGame, findGame, findGameById, findGameByName, findGames, insertGame } from './queries.ts'

export interface Game extends GameOnNexus {
  name: string
}

/** Returns a game by its id, or by its name, ignoring case. Throws if it does not exist (404). */
export async function requireGame({ db }: { db: Database }, nameOrId: string): Promise<Game> {
  const game = await findGame(db, nameOrId)
  if (game === null) throw notFound('Game', 'game_not_found')
  return game
}

/** The first id that is given to a game without asking. Clients of this API use the two ids before it for certain games. */
const FIRST_FREE_ID = 34

/** The highest id that a form and a path can name. */
const MAX_ID = 999_999_999

interface NewGame {
  name: string
  id?: number | undefined
  /** The game in addresses of Nexus Mods. */
  nexus?: string | undefined
}

/** Adds a game and returns its id: the given one, that of a known game, or the lowest free one from 34. */
export function addGame({ db }: { db: Database }, given: NewGame): Promise<number> {
  const { id } = given
  const known = GAMES.find(({ name }) => nameKey(name) === nameKey(given.name.trim()))
  const name = known?.name ?? given.name.trim()
  const nexus = given.nexus ?? known?.domain ?? undefined
  if (!isPrintable(name) || isInvisible(name) || [...name].length > 100 || isGameId(name))
    throw invalid({
      name: ['The name of a game must have 1 to 100 characters, not only digits, and no control characters.'],
    })
  if (id !== undefined && (id <= LAST_FIXED_GAME || id > MAX_ID))
    throw invalid({ id: [`The id of an added game must be from ${LAST_FIXED_GAME + 1} to ${MAX_ID}.`] })
  if (nexus !== undefined && !NEXUS_DOMAIN.test(nexus))
    throw invalid({ nexus: ['The domain is the word in addresses of Nexus Mods, such as baldursgate3.'] })
  return transact({ db }, async (transaction) => {
    const namesake = await findGameByName(transaction, name)
    if (namesake !== null)
      throw invalid({ name: [`There is already a game ${namesake.name}; its id is ${namesake.id}.`] })
    const holder = id === undefined ? null : await findGameById(transaction, id)
    if (holder !== null) throw invalid({ id: [`The id ${holder.id} is taken by ${holder.name}.`] })
    const chosen = id ?? freeId(await findGames(transaction), known?.id)
    return (await insertGame(transaction, { id: chosen, name, nexusDomain: nexus ?? null })).id
  })
}

const freeId = (games: readonly Game[], wanted: number | undefined): number =>
  wanted !== undefined && games.every(({ id }) => id !== wanted)
    ? wanted
    : games.reduce((free, { id }) => (id === free ? free + 1 : free), FIRST_FREE_ID)

/** Adds all known games that the catalog does not have, by their names, and returns them. */
export async function addKnownGames(context: { db: Database }): Promise<{ id: number; name: string }[]> {
  const names = new Set((await findGames(context.db)).map(({ nameKey }) => nameKey))
  const added: { id: number; name: string }[] = []
  for (const { name } of GAMES.filter(({ name }) => !names.has(nameKey(name))))
    added.push({ id: await addGame(context, { name }), name })
  return added
}

/**
 * Removes a game that an operator added. Throws if it does not exist, every catalog has it, or lists or revisions use
 * it.
 */
export function removeGame({ db }: { db: Database }, nameOrId: string): Promise<Game> {
  return transact({ db }, async (transaction) => {
    const game = await findGame(transaction, nameOrId.trim())
    if (game === null) throw notFound(`Game ${nameOrId}`, 'game_not_found')
    if (game.id <= LAST_FIXED_GAME)
      throw new CatalogError('invalid', `${game.name} can't be removed: every catalog has it.`)
    const { lists, revisions } = await countUses(transaction, game.id)
    if (lists + revisions > 0) {
      const uses = `${counted(lists, 'list')} and ${counted(revisions, 'past revision')}`
      throw new CatalogError('conflict', `${game.name} is the game of ${uses}. Nothing was removed.`)
    }
    return deleteGame(transaction, game.id)
  })
}
