import type { Operation } from '../http/openapi/operation.ts'

/** The OpenAPI texts of the routes of the token's user. */
export const docs = {
  showUser: {
    operationId: 'showUser',
    tags: ['User'],
    summary: 'View yourself',
    description: 'Returns the user of the token, and what the token allows.',
    responseDescriptions: { 200: 'The user of the token.' },
  },
  revokeOwnToken: {
    operationId: 'revokeOwnToken',
    tags: ['User'],
    summary: 'Revoke your token',
    description: 'Revokes the token that is sent, at once and on all servers. Any token may do this.',
    responseDescriptions: { 204: 'The token is no longer valid.' },
  },
  listOwnLists: {
    operationId: 'listOwnLists',
    tags: ['User'],
    summary: 'View your lists',
    description: 'Returns a page of your lists, public and unlisted. Requires a token with the ability `read`.',
    responseDescriptions: { 200: 'A page of lists.', 403: 'The token lacks the ability `read`.' },
  },
} satisfies Record<string, Operation>
