import swagger, { type SwaggerTransform } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Urls } from '../../context.ts'
import type { UploadLimits } from '../limits/upload-limits.ts'
import { finishDocument } from './document.ts'
import './error-bodies.ts' // registers ErrorMessage and ValidationError, to which responses.ts refers by name
import { version } from '../observability/version.ts'
import { docs } from './docs.ts'
import { TAGS } from './operation.ts'
import { type DescribedRoute, responsesOf } from './responses.ts'

const DESCRIPTION = `Share and compare game mod lists.

Responses are JSON, except for downloads, patches, Markdown and feeds. Each has an \`X-Request-Id\`. Errors are \`{message}\`; 422
adds \`errors\`, the messages by field. \`HEAD\` works wherever \`GET\` does, and \`OPTIONS\` returns the methods of a path; other
methods are refused with 405 and \`Allow\`. Timestamps are UTC with six fraction digits.

Viewing needs no token. A write with a token that is wrong, expired or revoked is refused with 401, never done
anonymously. An anonymous list has an owner key in place of a token. The token or key is also accepted without \`Bearer\`.`

interface DocumentOptions {
  urls: Urls
  upload: UploadLimits
}

/** Serves the OpenAPI document of all routes that are registered after it. The first request for it makes it. */
export const openapiDocument = fastifyPlugin<DocumentOptions>(async (app: FastifyInstance, { urls, upload }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mod list catalog',
        version,
        description: DESCRIPTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API token, which the operator of the server issues.',
          },
          ownerKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              'The owner key of one anonymous list, from the header `Owner-Key` of the answer to its creation.',
          },
        },
      },
    },
    convertConstToEnum: false,
    transform: describeRoute,
    transformObject: (input) => ({
      servers: [{ url: urls.api }], // the port is known only when the server listens
      ...finishDocument(jsonSchemaTransformObject(input), upload),
    }),
  })
  let document: string | undefined
  app.get('/openapi.json', {
    schema: { ...docs.showDocument, response: { 200: z.looseObject({ openapi: z.string() }) } },
    handler: async (_, reply) => {
      document ??= JSON.stringify(app.swagger())
      return reply.type('application/json; charset=utf-8').send(document)
    },
  })
})

const TOKEN = { token: [] }
const OWNER_KEY = { ownerKey: [] }

/** The JSON schemas of a route, completed by its errors, its headers and whether it takes a token. */
const describeRoute: SwaggerTransform = (input) => {
  const { schema, url } = jsonSchemaTransform(input)
  if (schema.hide) return { schema, url }

  const described = schema as DescribedRoute
  const { token, ownerKey } = input.route.config ?? {}
  const method = String(input.route.method)
  const needsToken = token === 'required' || described.security !== undefined
  const takesToken = token === 'optional' || method !== 'GET'
  const ways = ownerKey ? [TOKEN, OWNER_KEY] : [TOKEN]
  const security = needsToken ? ways : takesToken ? [...ways, {}] : []
  const headers = Object.fromEntries(
    Object.entries(described.requestHeaders ?? {}).map(([name, meaning]) => [
      name,
      { type: 'string', description: meaning },
    ]),
  )
  return {
    schema: {
      ...described,
      security,
      response: responsesOf(described, method, needsToken),
      ...(described.requestHeaders && { headers: { type: 'object', properties: headers } }),
    },
    url,
  }
}
