import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'

interface Answer {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, { schema: object; example?: unknown }>
}

interface OpenApiDocument {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: object[]
  parameters?: { name: string; in: string; description?: string; schema: object }[]
  requestBody?: { content: Record<string, { schema: { $ref: string } }> }
  responses: Record<string, Answer>
}

/**
 * Headers that an operation documents but not every response has: rate limits can be off, lists have authors, and most
 * requests have no unknown field.
 */
const SOMETIMES = /^(Owner-Key|Idempotent-Replay|Ignored-Fields|X-RateLimit-\w+)$/

/** Statuses that a request with an undocumented path or method can have. */
const UNROUTED = new Set([412, 428, 400, 401, 403, 404, 405, 413, 415, 429, 500, 503])

export const documentOf = (app: FastifyInstance) => app.swagger() as unknown as OpenApiDocument

/** Returns all operations of the document. */
export const operationsOf = (app: FastifyInstance) =>
  Object.entries(documentOf(app).paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )

/** Returns a function that checks a value against the schema at some keys of the document, and returns the errors. */
export function schemaChecker(document: OpenApiDocument): (value: unknown, ...keys: string[]) => string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, validateSchema: false })
  ajv.addSchema(document, 'document')
  return (value, ...keys) => {
    const pointer = keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).map(encodeURIComponent)
    const check = ajv.getSchema(`document#/${pointer.join('/')}`)
    if (check === undefined) return `there is no schema at ${keys.join(' ')}`
    return check(value) ? undefined : ajv.errorsText(check.errors)
  }
}

/** Paths that never send a page. */
const WITHOUT_PAGES = /^\/(v1\/|docs|metrics|healthz|readyz|openapi\.json)/

/** What paths outside the document send along with pages: files of the website, and JSON for its scripts and OAuth. */
const UNDOCUMENTED: [path: RegExp, type: RegExp][] = [
  [/^\/(assets\/[^/]+|favicon\.ico)$/, /^(text\/(css|javascript)|image\/(svg\+xml|x-icon))$/],
  [/^\/(robots\.txt|\.well-known\/security\.txt)$/, /^text\/plain$/],
  [/^\/sitemap(\.xml|\/[^/]+)$/, /^application\/xml$/],
  [/^\/(account\/data|lists\/[^/]+\/hidden\/download)$/, /^application\/zip$/],
  [/^\/compare\/[^/]+\/[^/]+\/(take-over|culprit)$/, /^application\/zip$/],
  [
    /^\/(account\/(header|lists|claim)|account\/passkeys\/options|sign-in\/(name|passkey)\/options)$/,
    /^application\/json$/,
  ],
  [/^\/(upload|\.well-known\/passkey-endpoints)$/, /^application\/json$/],
  [
    /^\/(oauth\/(device_authorization|token|revoke)|\.well-known\/oauth-authorization-server(\/.*)?)$/,
    /^application\/json$/,
  ],
]

type Judge = (request: IncomingMessage, response: ServerResponse, body: Buffer) => string | undefined

/** Returns a function that checks a response against the document. It returns the error, or undefined. */
function judge(document: OpenApiDocument): Judge {
  const check = schemaChecker(document)
  const routes = Object.keys(document.paths)
    .map((path) => ({
      path,
      pattern: new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+').replaceAll('.', '\\.')}/?$`),
    }))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length || b.path.length - a.path.length)

  return ({ method = '', url = '' }, response, body) => {
    const target = pathOf(url)
    const path = routes.find(({ pattern }) => pattern.test(target))?.path ?? ''
    const field = method === 'HEAD' ? 'get' : method.toLowerCase()
    const operation = document.paths[path]?.[field]
    const status = response.statusCode
    const type = String(response.getHeader('content-type') ?? '').split(';', 1)[0] ?? ''
    if (!WITHOUT_PAGES.test(target) && (operation === undefined || path === '/')) {
      if (type === 'text/html') return undefined
      if ([303, 304].includes(status)) return body.length > 0 ? 'has a body' : undefined
    }

    if (operation === undefined) {
      if (UNDOCUMENTED.some(([path, types]) => path.test(target) && types.test(type))) return undefined
      if (method === 'OPTIONS' && status === 204) return body.length > 0 ? 'has a body' : undefined
      if (status === 422) return check(parse(body), 'components', 'schemas', 'ValidationError') // for a form
      if (!UNROUTED.has(status)) return 'is from a route that is not in the document'
      if (type !== 'application/json') return `has the type ${type}`
      return method === 'HEAD' ? undefined : check(parse(body), 'components', 'schemas', 'ErrorMessage')
    }

    // Any request may expect what no server does; the document does not repeat this for each operation.
    if (status === 417) return check(parse(body), 'components', 'schemas', 'ErrorMessage')
    const answer = operation.responses[status]
    if (answer === undefined) return 'has a status that is not declared'
    const missing = Object.keys(answer.headers ?? {}).filter(
      (name) => !SOMETIMES.test(name) && !response.hasHeader(name),
    )
    if (missing.length > 0) return `lacks the headers ${missing}`
    if (answer.content === undefined) return body.length > 0 || type !== '' ? 'has a body' : undefined
    if (!(type in answer.content)) return `has the type "${type}", which is not declared`
    if (method === 'HEAD') return body.length > 0 ? 'has a body' : undefined
    const value = type === 'application/json' ? parse(body) : body.toString()
    return check(value, 'paths', path, field, 'responses', String(status), 'content', type, 'schema')
  }
}

/** Returns the path of a request like the router: also from an absolute URL, and with escapes such as `%69` decoded. */
function pathOf(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/, '').split('?')
  return path.replaceAll(/%[2-7][\da-f]/gi, (code) => (code.toLowerCase() === '%2f' ? code : decodeURIComponent(code)))
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** The errors that were found in responses of each application. */
const errorsOf = new WeakMap<FastifyInstance, string[]>()

const judges = new Map<string, Judge>()

/** Most applications in a test file have the same document, so it is compiled only once for each key. */
function judgeOf(app: FastifyInstance, key: string): Judge {
  const known = judges.get(key) ?? judge(documentOf(app))
  judges.set(key, known)
  return known
}

/** Checks each response of the application against its document. Equal keys mean equal documents. */
export function watchAnswers(app: FastifyInstance, key: string): void {
  const found: string[] = []
  errorsOf.set(app, found)
  let check: Judge | undefined
  app.server.prependListener('request', (request, response) => {
    const chunks: Buffer[] = []
    const keep = (chunk: unknown, encoding: unknown) => {
      if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, encoding as BufferEncoding))
      else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
    }
    const { write, end, writeHead } = response
    // Headers passed to writeHead cannot be read later.
    response.writeHead = (...args: unknown[]) => {
      const headers = args.at(-1)
      if (Array.isArray(headers)) for (const [name, value] of pairsOf(headers)) response.setHeader(name, value)
      else if (typeof headers === 'object' && headers !== null) response.setHeaders(new Map(Object.entries(headers)))
      return Reflect.apply(writeHead, response, args)
    }
    response.write = (...args: unknown[]) => {
      keep(args[0], args[1])
      return Reflect.apply(write, response, args)
    }
    response.end = (...args: unknown[]) => {
      keep(args[0], typeof args[1] === 'string' ? args[1] : undefined)
      check ??= judgeOf(app, key)
      const error = check(request, response, decoded(response, Buffer.concat(chunks)))
      if (error !== undefined) found.push(`${request.method} ${request.url}: ${response.statusCode} ${error}`)
      return Reflect.apply(end, response, args)
    }
  })
}

/** Returns the pairs of a flat array of names and values. */
const pairsOf = (flat: string[]): [string, string][] =>
  flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? '']] : []))

function decoded(response: ServerResponse, body: Buffer): Buffer {
  const encoding = response.getHeader('content-encoding')
  if (body.length === 0) return body
  return encoding === 'gzip' ? gunzipSync(body) : encoding === 'br' ? brotliDecompressSync(body) : body
}

/** Fails if a response since the last call did not match the document. */
export function expectDescribed(app: FastifyInstance): void {
  expect(errorsOf.get(app)?.splice(0), 'responses that do not match the OpenAPI document').toEqual([])
}
