import type { Operation } from '../http/openapi/operation.ts'

/** What the reference says of the route of statistics. */
export const reference = {
  showStatistics: {
    operationId: 'showStatistics',
    tags: ['Service'],
    summary: 'View statistics',
    description:
      'How many lists, files and authors the catalog has, as of now. Lists that have expired, and files that only they have, do not count. Private lists are part of the sums alone.',
    reads: { 'If-None-Match': 'The `ETag` of an earlier view: unchanged numbers are not sent again (304).' },
    sends: { ETag: 'The version of the numbers.' },
    answers: { 200: 'The numbers.', 304: 'The numbers are still those of `If-None-Match`.' },
  },
} satisfies Record<string, Operation>
