import { z } from 'zod'
import { includeParameter } from '../lists/counts.ts'
import { GameOfList, heldParameters, joinNumbered, ListOfGame, refuseTooManyNames } from '../lists/schemas.ts'

export const GameParams = z.object({
  game: z.string().meta({ description: 'The name of a game, ignoring case, or its id.', examples: ['TESV Skyrim SE'] }),
})

export const GameQuery = z.preprocess(
  joinNumbered,
  z.object({ ...heldParameters, ...includeParameter }).superRefine(refuseTooManyNames),
)

const { id, name } = GameOfList.shape

export const GameSummary = z
  .object({ id, name, lists_count: z.int().describe('Number of public lists of the game.') })
  .meta({ id: 'Game', description: 'A game that lists are made for.' })

export type GameSummary = z.output<typeof GameSummary>

export const GameDetail = z
  .object({ id, name, lists: z.array(ListOfGame).describe('All of its public lists, newest first.') })
  .meta({ id: 'GameWithLists', description: 'A game with all of its public lists.' })
