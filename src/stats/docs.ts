import type { Operation } from '../http/openapi/operation.ts'

/** The OpenAPI texts of the route of statistics. */
export const docs = {
  showStatistics: {
    operationId: 'showStatistics',
    tags: ['Service'],
    summary: 'View statistics',
    description:
      'How many lists, files and authors the catalog has, as of now. Lists that have expired, and files that only they have, do not count. Private lists are part of the sums alone.',
    requestHeaders: { 'If-None-Match': 'The `ETag` of an earlier view: unchanged numbers are not sent again (304).' },
    responseHeaders: { ETag: 'The version of the numbers.' },
    responseDescriptions: { 200: 'The numbers.', 304: 'The numbers are still those of `If-None-Match`.' },
  },
} satisfies Record<string, Operation>
