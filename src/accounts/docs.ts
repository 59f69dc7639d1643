import type { Operation } from '../http/openapi/operation.ts'

/** What the reference says of the routes of the token's user. */
export const reference = {
  showUser: {
    operationId: 'showUser',
    tags: ['User'],
    summary: 'View yourself',
    description: 'Who the token belongs to, and what it allows.',
    answers: { 200: 'The user of the token.' },
  },
  listOwnLists: {
    operationId: 'listOwnLists',
    tags: ['User'],
    summary: 'View your lists',
    description: 'A page of the lists of the user of the token, private ones included. Needs the ability `read`.',
    answers: { 200: 'A page of lists.', 403: 'The token lacks the ability `read`.' },
  },
} satisfies Record<string, Operation>
