import { type Operation, taggedView } from '../http/openapi/operation.ts'

/** The OpenAPI texts of the route of statistics. */
export const docs = {
  showStatistics: {
    operationId: 'showStatistics',
    tags: ['Service'],
    summary: 'View statistics',
    description:
      'Returns the numbers of lists, files and authors in the catalog. The numbers of public lists are exact. All other ' +
      'numbers are at most a minute old: `meta.counted_at` says when they were counted. Lists that have expired or were ' +
      'hidden by moderators do not count, nor do files that only they have. Private lists are included in the sums only.',
    ...taggedView('numbers'),
  },
} satisfies Record<string, Operation>
