import { parse } from 'node:querystring'
import type { FastifyError } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ABILITIES } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { formSchema } from '../../http/request/upload.ts'
import { errorResponse } from '../../http/response/error-handler.ts'
import { cachedAs, neverStored } from '../../http/response/headers.ts'
import { isOwnerKey } from '../../secrets.ts'
import { revokeTokenText } from '../tokens/service.ts'
import { beginDevice, OAuthError, pollDevice } from './service.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

const FORM = 'application/x-www-form-urlencoded'
const MAX_BYTES = 16_384

const text = z.string().catch('')

const hide = true // OAuth clients read the metadata, not the API's reference
const config = { hidesQuery: true } // a client may send a code there by mistake

/** OAuth for programs: the device grant (RFC 8628), revocation (RFC 7009) and metadata (RFC 8414). */
export const oauthRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  app.addHook('onRequest', async (_, reply) => void neverStored(reply))
  // Unlike the forms of the API, a repeated field is an error (RFC 6749, 3.2).
  app.removeContentTypeParser(FORM)
  app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: MAX_BYTES }, (_, body, done) => {
    done(null, parse(String(body)))
  })
  app.addHook('preValidation', async ({ body }) => {
    const [repeated] = Object.entries(body ?? {}).find(([, value]) => typeof value !== 'string') ?? []
    if (repeated !== undefined) throw new OAuthError('invalid_request', `${repeated} must be a text, and sent once.`)
  })
  app.setErrorHandler((thrown: FastifyError, request, reply) => {
    if (thrown instanceof OAuthError) {
      return reply.code(400).send({ error: thrown.code, error_description: thrown.message })
    }
    const { status, message } = errorResponse(thrown, request, reply)
    const error = status >= 500 || status === 429 ? 'temporarily_unavailable' : 'invalid_request'
    return reply.code(status).send({ error, error_description: message })
  })

  const metadata = () => {
    const { api } = context.urls
    return {
      issuer: api,
      device_authorization_endpoint: `${api}/oauth/device_authorization`,
      token_endpoint: `${api}/oauth/token`,
      revocation_endpoint: `${api}/oauth/revoke`,
      grant_types_supported: [GRANT],
      response_types_supported: [],
      scopes_supported: ABILITIES,
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      service_documentation: `${api}/docs`,
    }
  }

  app.get('/.well-known/oauth-authorization-server', {
    schema: { hide },
    handler: (_, reply) => cachedAs(reply, 'no-cache').send(metadata()),
  })

  // If PUBLIC_URL has a path, clients append it to the address of the metadata (RFC 8414, 3.1).
  app.get('/.well-known/oauth-authorization-server/*', {
    schema: { hide, params: z.object({ '*': z.string() }) },
    handler: ({ params }, reply) => {
      if (`/${params['*']}` !== new URL(context.urls.api).pathname) return reply.callNotFound()
      return cachedAs(reply, 'no-cache').send(metadata())
    },
  })

  app.post('/oauth/device_authorization', {
    config,
    schema: { hide, body: formSchema(z.object({ client_id: text, scope: text })) },
    handler: async ({ body }) => beginDevice(context, { clientId: body.client_id, scope: body.scope }),
  })

  app.post('/oauth/token', {
    config,
    schema: { hide, body: formSchema(z.object({ grant_type: text, client_id: text, device_code: text })) },
    handler: async ({ body }) => {
      if (body.grant_type === '') throw new OAuthError('invalid_request', 'grant_type is missing.')
      if (body.grant_type !== GRANT) throw new OAuthError('unsupported_grant_type', `grant_type must be ${GRANT}.`)
      if (body.device_code === '') throw new OAuthError('invalid_request', 'device_code is missing.')
      return pollDevice(context, { clientId: body.client_id, deviceCode: body.device_code })
    },
  })

  app.post('/oauth/revoke', {
    config: { ...config, worksOnFullDisk: true },
    schema: { hide, body: formSchema(z.object({ token: text })) },
    handler: async ({ body }, reply) => {
      if (body.token === '') throw new OAuthError('invalid_request', 'token is missing.')
      // Revoking an unknown token succeeds (RFC 7009, 2.2). Owner keys are not tokens and stay valid.
      if (!isOwnerKey(body.token)) await revokeTokenText(context, body.token)
      return reply.code(200).send({})
    },
  })
}
