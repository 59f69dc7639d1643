import type { Operation } from '../../http/openapi/operation.ts'

/** The OpenAPI texts of the routes of games. */
export const docs = {
  listGames: {
    operationId: 'listGames',
    tags: ['Games'],
    summary: 'View all games',
    description: 'All games by name, each with the number of its public lists.',
    requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier view: unchanged games are not sent again (304).' },
    responseHeaders: { ETag: 'The version of the games and their counts.' },
    responseDescriptions: { 200: 'The games.', 304: 'The games are still those of `If-None-Match`.' },
  },
  showGame: {
    operationId: 'showGame',
    tags: ['Games'],
    summary: 'View a game',
    description: 'A game with all of its public lists, newest first. For pages of them, filter the lists by game.',
    responseDescriptions: { 200: 'The game.', 404: 'There is no such game.' },
  },
} satisfies Record<string, Operation>
