import type { Operation } from '../http/openapi/operation.ts'

/** The OpenAPI texts of the routes of the token's user. */
export const docs = {
  showUser: {
    operationId: 'showUser',
    tags: ['User'],
    summary: 'View yourself',
    description: 'Who the token belongs to, and what it allows.',
    responseDescriptions: { 200: 'The user of the token.' },
  },
  listOwnLists: {
    operationId: 'listOwnLists',
    tags: ['User'],
    summary: 'View your lists',
    description: 'A page of the lists of the user of the token, private ones included. Needs the ability `read`.',
    responseDescriptions: { 200: 'A page of lists.', 403: 'The token lacks the ability `read`.' },
  },
} satisfies Record<string, Operation>
