import type { Operation } from '../../http/openapi/operation.ts'

/** The OpenAPI text of the route that claims a list. */
export const docs = {
  claimList: {
    operationId: 'claimList',
    tags: ['Lists'],
    summary: 'Claim an anonymous list',
    description:
      'Makes the user of the token the author of a list that was made without one, by its owner key. Expiry and ' +
      '`updated` stay, and the key no longer works. Needs the ability `update`. If two users claim at once, one of them gets the list.',
    consumes: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    responseDescriptions: {
      200: 'The list, whose author you are.',
      403: 'The token lacks the ability `update`, or the list has an author.',
      404: 'There is no such list.',
      422: 'The key is missing, or not that of this list.',
    },
  },
} satisfies Record<string, Operation>
