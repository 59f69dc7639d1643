import { type Operation, taggedView } from '../../http/openapi/operation.ts'

/** The OpenAPI texts of the search. */
export const docs = {
  search: {
    operationId: 'search',
    tags: ['Lists'],
    summary: 'Search lists, mods and authors',
    description:
      'Returns the public lists, the mods in public lists, and the authors of public lists that match a text. ' +
      'A mod that has exactly this name, and an author who does, come first.',
    ...taggedView('results'),
  },
} satisfies Record<string, Operation>
