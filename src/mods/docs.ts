import { type Operation, taggedView } from '../http/openapi/operation.ts'

const WHEN =
  'New lists are indexed within seconds. While an existing catalog is being indexed, `meta.index` is `{"complete": false}`.'

/** The OpenAPI texts of the routes of mods and plugins. */
export const docs = {
  listMods: {
    operationId: 'listMods',
    tags: ['Games'],
    summary: 'View the mods of a game',
    description: `Returns a page of the mods, or plugins, that public lists of a game hold. ${WHEN}`,
    ...taggedView('page', { 200: 'A page of mods.', 404: 'There is no such game.' }),
  },
  showMod: {
    operationId: 'showMod',
    tags: ['Games'],
    summary: 'View a mod',
    description: `Returns a mod with its versions, its sources and the mods that share the most lists with it. ${WHEN}`,
    ...taggedView('mod', { 404: 'There is no such game, or no public list holds the mod.' }),
  },
  showPlugin: {
    operationId: 'showPlugin',
    tags: ['Games'],
    summary: 'View a plugin',
    description: `Returns a plugin with the plugins that share the most lists with it. ${WHEN}`,
    ...taggedView('plugin', { 404: 'There is no such game, or no public list holds the plugin.' }),
  },
} satisfies Record<string, Operation>
