import { IGNORED_FIELDS, type Operation } from '../../http/openapi/operation.ts'

/** The OpenAPI text of the route that claims a list. */
export const docs = {
  claimList: {
    operationId: 'claimList',
    tags: ['Lists'],
    summary: 'Claim an anonymous list',
    description:
      'Makes the user of the token the author of an anonymous list, given its owner key. Its expiry stays unless ' +
      '`expires` sets it, `updated` stays, and the key no longer works. Requires the ability `update`. If two users claim a list at the same time, one ' +
      'of them gets it.',
    consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    responseHeaders: { ETag: 'The new version of the list, for `If-Match`.', ...IGNORED_FIELDS },
    responseDescriptions: {
      200: 'The list, which is yours now.',
      403: 'The token lacks the ability `update`, the list already has an author, or moderators have hidden it: the message has their reason.',
      404: 'There is no such list.',
      422: 'The key is missing or belongs to another list, or `expires` is invalid.',
    },
  },
} satisfies Record<string, Operation>
