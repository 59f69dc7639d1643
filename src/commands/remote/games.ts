import { z } from 'zod'
import { GameSummary } from '../../games/schemas.ts'
import { data } from '../../lists/schemas.ts'
import { knownGame } from '../../load-order/games.ts'
import { nameKey } from '../../text/name-key.ts'
import { type Api, RemoteError } from './api.ts'

export const gamesOf = async (api: Api) => (await api.get('/games', data(z.array(GameSummary)))).data

/** Returns a game by its name in any case or its id. */
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

/** Returns a game's word in addresses of Nexus Mods; null if the site does not have it. */
export function domainNamed(nameOrId: string): string | null {
  const game = knownGame(nameOrId)
  if (game === undefined) throw new RemoteError(`There is no game "${nameOrId}". "mod-list-catalog games" shows all.`)
  return game.domain
}

const ONE_OF = new Intl.ListFormat('en', { type: 'disjunction' })

const MIN_LIKENESS = 0.35
const MOST_NAMES = 3

/** Returns a question that suggests the names most similar to a text, with a leading space; empty if there are none. */
export function didYouMean(text: string, names: readonly string[]): string {
  const wanted = pairsOf(text)
  const near = names
    .map((name) => ({ name, likeness: likeness(wanted, pairsOf(name)) }))
    .filter((candidate) => candidate.likeness > MIN_LIKENESS)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, MOST_NAMES)
  return near.length === 0 ? '' : ` Did you mean ${ONE_OF.format(near.map(({ name }) => name))}?`
}

function pairsOf(text: string): Set<string> {
  const plain = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return new Set(Array.from({ length: Math.max(0, plain.length - 1) }, (_, at) => plain.slice(at, at + 2)))
}

/** Returns the Dice coefficient of two sets: 0 if they have nothing in common, 1 if they are equal. */
function likeness(one: Set<string>, other: Set<string>): number {
  const common = [...one].filter((pair) => other.has(pair)).length
  return one.size + other.size === 0 ? 0 : (2 * common) / (one.size + other.size)
}
