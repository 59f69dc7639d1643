import type { onRequestHookHandler } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { CatalogError, type ErrorKind } from '../../errors.ts'
import { requestContext } from '../../http/limits/rate-limits.ts'
import { IGNORED_FIELDS, operations } from '../../http/openapi/operation.ts'
import { abilityOf, requireActor, requireSender } from '../../http/request/authentication.ts'
import { formReader, NO_FILES } from '../../http/request/form.ts'
import { formSchema } from '../../http/request/upload.ts'
import { tagged } from '../../http/response/headers.ts'
import { data, ListParams, SavedList } from '../schemas.ts'
import { listTag, savedList } from '../view.ts'
import { expires } from '../writing/input.ts'
import { claimList, requireClaimable, requireOwnList, requireShown } from './service.ts'

const REQUIRED = 'The owner_key field is required.'

const ClaimForm = formSchema(
  z.object({
    owner_key: z
      .string({ error: ({ input }) => (input == null ? REQUIRED : 'The owner_key field must be a string.') })
      .trim()
      .min(1, REQUIRED)
      .describe('The owner key of the list, from the header `Owner-Key` of the response that created it.'),
    expires: expires.describe(
      'When the list expires: a time from now, or `perm` for never. By default it expires as before the claim.',
    ),
  }),
).meta({ id: 'ClaimForm', description: 'The proof that a list is yours.' })

/** Returns a hook that refuses senders who may not change the list (401, 404, 403), before the body is read. */
export const ownersOnly = (context: Context): onRequestHookHandler => {
  return async (request) => {
    const { slug } = ListParams.parse(request.params)
    const ability = abilityOf(request.routeOptions.config)
    await requireOwnList(context, requireSender(request), slug, ability)
  }
}

const ABOUT_BODY: ReadonlySet<ErrorKind> = new Set<ErrorKind>([
  'malformed',
  'too_large',
  'unsupported_media_type',
  'invalid',
])
const isAboutBody = (thrown: Error) => !(thrown instanceof CatalogError) || ABOUT_BODY.has(thrown.kind)

export const claimRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  app.post('/claim', {
    config: { token: 'required', ability: 'update' },
    onRequest: async (request) => {
      const { slug } = ListParams.parse(request.params)
      await requireClaimable(context, requireActor(request.actor), slug)
    },
    preValidation: formReader(NO_FILES),
    errorHandler: async (thrown, request) => {
      if (isAboutBody(thrown)) await requireShown(context, ListParams.parse(request.params).slug)
      throw thrown
    },
    schema: { ...docs.claimList, params: ListParams, body: ClaimForm, response: { 200: data(SavedList) } },
    handler: async (request, reply) => {
      const { actor, params, body } = request
      const list = await claimList(requestContext(context, request), requireActor(actor), params.slug, {
        key: body.owner_key,
        expires: body.expires,
      })
      tagged(reply, listTag(list, context))
      return { data: savedList(list, context.urls) }
    },
  })
}

const docs = operations('Lists', {
  claimList: {
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
})
