import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import type { ByteBudget } from '../http/limits/byte-budget.ts'
import { operations } from '../http/openapi/operation.ts'
import { allow, bearerToken, requireActor } from '../http/request/authentication.ts'
import { forbidStoring } from '../http/response/headers.ts'
import { sendListPage } from '../lists/collection/send-page.ts'
import { data, ListPage, ListQuery } from '../lists/schemas.ts'
import { timestamp } from '../text/timestamp.ts'
import { CurrentUser } from './schemas.ts'
import { revokeTokenText } from './tokens/service.ts'

export const userRoutes: FastifyPluginAsyncZod<{ context: Context; budget: ByteBudget }> = async (
  app,
  { context, budget },
) => {
  forbidStoring(app)

  app.get('/', {
    config: { token: 'required' },
    schema: { ...docs.showUser, response: { 200: data(CurrentUser) } },
    handler: async ({ actor }) => ({ data: currentUser(requireActor(actor)) }),
  })

  app.delete('/token', {
    config: { token: 'required', worksOnFullDisk: true },
    schema: { ...docs.revokeOwnToken, response: { 204: z.undefined() } },
    handler: async ({ headers }, reply) => {
      await revokeTokenText(context, bearerToken(headers.authorization ?? ''))
      return reply.code(204).send(undefined)
    },
  })

  app.get('/lists', {
    config: { token: 'required', ability: 'read' },
    onRequest: allow,
    schema: { ...docs.listOwnLists, querystring: ListQuery, response: { 200: ListPage } },
    handler: async (request, reply) => {
      const { id } = requireActor(request.actor).user
      return sendListPage(context, budget, request, reply, id)
    },
  })
}

function currentUser({ user, token }: Actor): CurrentUser {
  const { label, abilities, expiresAt } = token
  return {
    name: user.name,
    verified: user.verified,
    created: timestamp(user.createdAt),
    token: { name: label, abilities: [...abilities], expires: expiresAt && timestamp(expiresAt) },
  }
}

const docs = operations('User', {
  showUser: {
    summary: 'View yourself',
    description: 'Returns the user of the token, and what the token allows.',
    responseDescriptions: { 200: 'The user of the token.' },
  },
  revokeOwnToken: {
    summary: 'Revoke your token',
    description: 'Revokes the token that is sent, at once and on all servers. Any token may do this.',
    responseDescriptions: { 204: 'The token is no longer valid.' },
  },
  listOwnLists: {
    summary: 'View your lists',
    description: 'Returns a page of your lists, public and unlisted. Requires a token with the ability `read`.',
    responseDescriptions: { 200: 'A page of lists.', 403: 'The token lacks the ability `read`.' },
  },
})
