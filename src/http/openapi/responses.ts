import type { FastifySchema } from 'fastify'
import examplesByOperation from './examples.json' with { type: 'json' }

/** A route's schema once its zod schemas have become JSON schemas. */
type Shape = Record<string, unknown>
export type DescribedRoute = Omit<FastifySchema, 'response'> & { response?: Record<string, Shape> }

/** Real responses by operation and status, written by test/http/openapi/examples.test.ts. */
const examples: Record<string, Record<string, unknown>> = examplesByOperation

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** What errors mean on every route that can have them. */
const ERRORS = {
  400: 'The request is not valid HTTP, JSON or multipart, or its path is malformed.',
  401: 'There is no token or owner key where one is needed, or it is wrong, expired or revoked.',
  413: 'The body is too large.',
  415: 'The type of the body is not known.',
  422: 'A field or a parameter breaks a rule.',
  429: 'Too many requests of this address.',
  500: 'A fault of the service; the message has the request id.',
  503: 'The database is away, or the server overloaded.',
} as const

const RETRY = { 'Retry-After': { type: 'integer', description: 'Seconds to wait before the next try.' } }
const REQUEST_ID = { 'X-Request-Id': { type: 'string', description: 'The id of the request in the log.' } }

/** On responses of requests that the server limits: writes, unless the operator lifts the limit, and perhaps reads. */
const RATE_LIMIT = {
  'X-RateLimit-Limit': { type: 'integer', description: 'Maximum number of such requests in a minute.' },
  'X-RateLimit-Remaining': { type: 'integer', description: 'Number of requests that are left in this minute.' },
  'X-RateLimit-Reset': { type: 'integer', description: 'Seconds until the count starts again.' },
}

/** Every response that a route can give, by status: its meaning, headers, schema and a real example. */
export function responsesOf(route: DescribedRoute, method: string, needsToken: boolean): Record<string, Shape> {
  const meanings: Record<string, string> = { ...errorsOf(route, method, needsToken), ...route.responseDescriptions }
  return Object.fromEntries(
    Object.entries(meanings).map(([status, description]) => [status, responseOf(route, method, status, description)]),
  )
}

function errorsOf({ params, body, querystring }: DescribedRoute, method: string, needsToken: boolean) {
  const isWrite = WRITES.has(method)
  const statuses = [
    ...(isWrite || params !== undefined ? [400 as const] : []),
    ...(isWrite || needsToken ? [401 as const] : []),
    ...(isWrite ? [413 as const, 415 as const] : []),
    ...(body !== undefined || querystring !== undefined ? [422 as const] : []),
    429 as const,
    500 as const,
    503 as const,
  ]
  return Object.fromEntries(statuses.map((status) => [status, ERRORS[status]]))
}

function responseOf(route: DescribedRoute, method: string, status: string, description: string): Shape {
  const shape = route.response?.[status] ?? { $ref: `#/components/schemas/${errorShape(status)}` }
  const isSuccess = Number(status) < 400
  const sent = Object.entries(isSuccess ? (route.responseHeaders ?? {}) : {})
  const headers = {
    ...REQUEST_ID,
    ...Object.fromEntries(sent.map(([name, meaning]) => [name, { type: 'string', description: meaning }])),
    ...(WRITES.has(method) || status === '429' ? RATE_LIMIT : {}),
    ...(status === '429' || status === '503' ? RETRY : {}),
  }
  if (shape.type === 'null') return { type: 'null', description, headers }

  const types = isSuccess ? (route.produces ?? ['application/json']) : ['application/json']
  const example = exampleOf(route.operationId, status)
  const media = { schema: shape, ...(example !== undefined && { example }) }
  return { description, headers, content: Object.fromEntries(types.map((type) => [type, media])) }
}

const errorShape = (status: string) => (status === '422' ? 'ValidationError' : 'ErrorMessage')

/** A real response of this operation, or an error of any. */
function exampleOf(operation: string | undefined, status: string): unknown {
  return examples[operation ?? '']?.[status] ?? examples.any?.[status]
}
