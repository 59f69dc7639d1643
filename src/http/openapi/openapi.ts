import swagger, { type SwaggerTransform } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Urls } from '../../context.ts'
import { DEFAULT_SITE } from '../../site-info.ts'
import { version } from '../observability/probes.ts'
import type { UploadLimits } from '../request/upload.ts'
import { docs } from './docs.ts'
import { TAGS } from './operation.ts'
import { type DescribedRoute, responsesOf } from './responses.ts'

const DESCRIPTION = `Share and compare game mod lists.

Responses are JSON, except for downloads, patches, Markdown and feeds. Each has an \`X-Request-Id\`. Errors are \`{message}\`; 422
adds \`errors\`, the messages by field. \`HEAD\` works wherever \`GET\` does, and \`OPTIONS\` returns the methods of a path; other
methods are refused with 405 and \`Allow\`. Timestamps are UTC with six fraction digits.

Viewing needs no token. A write with a token that is wrong, expired or revoked is refused with 401; it is not done
anonymously. An anonymous list has an owner key instead of a token. Tokens and keys are also accepted without \`Bearer\`.`

interface DocumentOptions {
  urls: Urls
  upload: UploadLimits
}

/** Serves the OpenAPI document of all routes that are registered later. It is made for the first request. */
export const openapiDocument = fastifyPlugin<DocumentOptions>(async (app: FastifyInstance, { urls, upload }) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: (urls.site ?? DEFAULT_SITE).name,
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
            description: 'An API token. Make one on the website under Account, or ask the operator of the server.',
          },
          ownerKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              'The owner key of one anonymous list, from the `Owner-Key` header of the response that created it.',
          },
        },
      },
    },
    convertConstToEnum: false,
    transform: describeRoute,
    transformObject: (input) => ({
      // Read late: the port is not known until the server listens.
      servers: [{ url: urls.api }],
      externalDocs: {
        url: urls.website,
        description: 'The website. If links.url of a list is a path, it continues this address.',
      },
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

/** Completes the JSON schemas of a route with its errors, its headers and the tokens that it takes. */
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

type Json = Record<string, unknown>

interface Document {
  paths?: unknown
  components?: { schemas?: Record<string, Json> }
}

const REF = '#/components/schemas/'

/** Completes the document: drops unused components, and describes forms as clients send them. */
function finishDocument<D>(document: D, limits: UploadLimits): D {
  const { paths, components } = document as Document
  const schemas = components?.schemas ?? {}
  const used = reachable(paths, schemas)
  const names = new Map(used.map((name) => [name, plainName(name, used)]))
  const kept = used.sort().map((name) => [names.get(name), wireForm(schemas[name] ?? {}, limits)])
  const text = JSON.stringify(
    { ...document, components: { ...components, schemas: Object.fromEntries(kept) } },
    (key, value) =>
      key === '$ref' ? REF + names.get(value.slice(REF.length)) : isNoLimit(key, value) ? undefined : value,
  )
  return JSON.parse(text)
}

/** Returns the names of all components that `from` refers to, directly or through other components. */
function reachable(from: unknown, schemas: Record<string, Json>): string[] {
  const found = new Set<string>()
  const visit = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      visit(schemas[name] ?? {})
    }
  }
  visit(from)
  return [...found]
}

/** Removes the suffix `Input` from the name of a schema, unless a response schema has that name. */
function plainName(name: string, used: readonly string[]): string {
  const plain = name.replace(/Input$/, '')
  return used.includes(plain) ? name : plain
}

/** Gives a form the field names that clients send, such as `files[]`, and this server's limits. */
function wireForm(schema: Json, limits: UploadLimits): Json {
  const { properties, required } = schema as { properties?: Record<string, Json>; required?: string[] }
  const files = properties?.files as { items?: Json; description?: string } | undefined
  if (files?.items?.format !== 'binary') return schema
  const limited = {
    ...files,
    description: `${files.description} ${limitsText(limits)}`,
    maxItems: limits.maxFiles,
  }
  const fields = Object.entries({ ...properties, files: limited }).map(([name, field]) => [bracketed(name), field])
  return { ...schema, properties: Object.fromEntries(fields), required: required?.map(bracketed) }
}

/** Appends brackets to the name of a field that can be sent several times. */
const bracketed = (name: string) => (/^(files|remove)$/.test(name) ? `${name}[]` : name)

const limitsText = ({ maxFiles, maxFileBytes, maxBodyBytes }: UploadLimits) =>
  `At most ${maxFiles} files of at most ${bytes(maxFileBytes)} each, ${bytes(maxBodyBytes)} in all.`

const bytes = (count: number) => `${count.toLocaleString('en')} bytes`

/** Whether a limit is only JavaScript's largest or smallest safe integer, which zod adds to every integer. */
const isNoLimit = (key: string, value: unknown) =>
  /^(minimum|maximum)$/.test(key) && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
