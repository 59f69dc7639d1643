import type { Operation } from '../http/openapi/operation.ts'

/** What the reference says of the routes of games. */
export const reference = {
  listGames: {
    operationId: 'listGames',
    tags: ['Games'],
    summary: 'View all games',
    description: 'All games by name, each with the number of its public lists.',
    reads: { 'If-None-Match': 'The `ETag` of an earlier view: unchanged games are not sent again (304).' },
    sends: { ETag: 'The version of the games and their counts.' },
    answers: { 200: 'The games.', 304: 'The games are still those of `If-None-Match`.' },
  },
  showGame: {
    operationId: 'showGame',
    tags: ['Games'],
    summary: 'View a game',
    description: 'A game with all of its public lists, newest first. For pages of them, filter the lists by game.',
    answers: { 200: 'The game.', 404: 'There is no such game.' },
  },
} satisfies Record<string, Operation>
