import type { Operation } from '../http/openapi/operation.ts'

const headers = {
  requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier view. An unchanged view is not sent again (304).' },
}
const WHEN =
  'New lists are indexed within seconds. While an existing catalog is being indexed, `meta.index` is `{"complete": false}`.'

/** The OpenAPI texts of the routes of mods and plugins. */
export const docs = {
  listMods: {
    operationId: 'listMods',
    tags: ['Games'],
    summary: 'View the mods of a game',
    description: `Returns a page of the mods, or plugins, that public lists of a game hold. ${WHEN}`,
    ...headers,
    responseDescriptions: {
      200: 'A page of mods.',
      304: 'The page has not changed.',
      404: 'There is no such game.',
    },
  },
  showMod: {
    operationId: 'showMod',
    tags: ['Games'],
    summary: 'View a mod',
    description: `Returns a mod with its versions, its sources and the mods that share the most lists with it. ${WHEN}`,
    ...headers,
    responseDescriptions: {
      200: 'The mod.',
      304: 'The mod has not changed.',
      404: 'There is no such game, or no public list holds the mod.',
    },
  },
  showPlugin: {
    operationId: 'showPlugin',
    tags: ['Games'],
    summary: 'View a plugin',
    description: `Returns a plugin with the plugins that share the most lists with it. ${WHEN}`,
    ...headers,
    responseDescriptions: {
      200: 'The plugin.',
      304: 'The plugin has not changed.',
      404: 'There is no such game, or no public list holds the plugin.',
    },
  },
} satisfies Record<string, Operation>
