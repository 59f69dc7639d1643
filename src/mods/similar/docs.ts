import { type Operation, taggedView } from '../../http/openapi/operation.ts'

/** The OpenAPI texts of similar lists. */
export const docs = {
  listSimilar: {
    operationId: 'listSimilar',
    tags: ['Lists'],
    summary: 'View the lists most similar to a list',
    description:
      'Returns at most five public lists of the same game with the fewest differences in mods and plugins, by the index of ' +
      'mods. They are looked up by the rarest names of the list, so a list that shares only common ones may be missing.',
    ...taggedView('lists', { 404: 'There is no such list.' }),
  },
} satisfies Record<string, Operation>
