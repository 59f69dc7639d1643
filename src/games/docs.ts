import { type Operation, taggedView } from '../http/openapi/operation.ts'

/** The OpenAPI texts of the routes of games. */
export const docs = {
  listGames: {
    operationId: 'listGames',
    tags: ['Games'],
    summary: 'View all games',
    description: 'Returns all games by name, each with the number of its public lists.',
    ...taggedView('games', { 304: 'The games and their counts have not changed.' }),
  },
  showGame: {
    operationId: 'showGame',
    tags: ['Games'],
    summary: 'View a game',
    description:
      'Returns a game with all of its public lists, newest first. To get the lists in pages, use `filter[game]` of ' +
      '`GET /v1/lists` instead. There, `meta` also says whether the index of mods is complete.',
    responseDescriptions: { 200: 'The game.', 404: 'There is no such game.' },
  },
} satisfies Record<string, Operation>
