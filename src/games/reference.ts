import type { Operation } from '../http/operation.ts'

/** What the reference says of the routes of games. */
export const reference = {
  listGames: {
    operationId: 'listGames',
    tags: ['Games'],
    summary: 'View all games',
    description: 'All games by name, each with the number of its public lists.',
    answers: { 200: 'The games.' },
  },
  showGame: {
    operationId: 'showGame',
    tags: ['Games'],
    summary: 'View a game',
    description: 'A game with all of its public lists, newest first. For pages of them, filter the lists by game.',
    answers: { 200: 'The game.', 404: 'There is no such game.' },
  },
} satisfies Record<string, Operation>
