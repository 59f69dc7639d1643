import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import examplesByOperation from './examples.json' with { type: 'json' }

type Shape = Record<string, unknown>
/** The schema of a route, with JSON schemas instead of zod schemas. */
export type DescribedRoute = Omit<FastifySchema, 'response'> & { response?: Record<string, Shape> }

/** Real responses by operation and status, written by test/http/openapi/examples.test.ts. */
const examples: Record<string, Record<string, unknown>> = examplesByOperation

// The bodies of errors, which responses refer to by these ids.
const message = z.string().describe('Explanation for people.')
z.object({ message }).meta({ id: 'ErrorMessage', description: 'Why the request failed.' })
z.object({
  message: message.describe('The first of the messages in `errors`.'),
  errors: z
    .record(z.string(), z.array(z.string()).min(1))
    .describe('Messages by field or parameter, named as in the request.'),
}).meta({ id: 'ValidationError', description: 'Which fields or parameters are invalid.' })

/** Operations whose responses look like those of another one, which has the example. */
const ALIKE: Readonly<Record<string, string>> = {
  compare: 'compareLists',
  patchList: 'updateList',
  updateListByForm: 'updateList',
}

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** The meanings of errors on every route that can return them. */
const ERRORS = {
  400: 'The request is not valid HTTP, JSON or multipart, or its path is malformed.',
  401: 'The token or owner key is missing, wrong, expired or revoked.',
  413: 'The body is too large.',
  415: 'The media type of the body is not supported.',
  422: 'A field or parameter is invalid.',
  429: 'Too many requests from this address or token.',
  500: 'The server failed. The message has the request id.',
  503: 'The database is unavailable, or the server is overloaded.',
}

const RETRY = { 'Retry-After': { type: 'integer', description: 'Seconds to wait before retrying.' } }
const ERROR_CODE = { 'Error-Code': { type: 'string', description: 'What happened, as a word for programs.' } }
const REQUEST_ID = { 'X-Request-Id': { type: 'string', description: 'Id of the request in the log.' } }

/** Headers of responses to limited requests: writes by default, and reads if the operator limits them. */
const RATE_LIMIT = {
  'X-RateLimit-Limit': { type: 'integer', description: 'Maximum number of such requests in a minute.' },
  'X-RateLimit-Remaining': { type: 'integer', description: 'Number of requests left in this minute.' },
  'X-RateLimit-Reset': { type: 'integer', description: 'Seconds until the count resets.' },
}

export function responsesOf(route: DescribedRoute, method: string, needsToken: boolean): Record<string, Shape> {
  const meanings: Record<string, string> = { ...errorsOf(route, method, needsToken), ...route.responseDescriptions }
  return Object.fromEntries(
    Object.entries(meanings).map(([status, description]) => [status, responseOf(route, method, status, description)]),
  )
}

function errorsOf({ params, body, querystring }: DescribedRoute, method: string, needsToken: boolean) {
  const isWrite = WRITES.has(method)
  const isPossible: Record<string, boolean> = {
    400: isWrite || params !== undefined,
    401: isWrite || needsToken,
    413: isWrite,
    415: isWrite,
    422: body !== undefined || querystring !== undefined,
  }
  return Object.fromEntries(Object.entries(ERRORS).filter(([status]) => isPossible[status] ?? true))
}

function responseOf(route: DescribedRoute, method: string, status: string, description: string): Shape {
  const shape = route.response?.[status] ?? { $ref: `#/components/schemas/${errorShape(status)}` }
  const isSuccess = Number(status) < 400
  const sent = Object.entries(isSuccess ? (route.responseHeaders ?? {}) : {})
  const headers = {
    ...REQUEST_ID,
    ...(isSuccess ? {} : ERROR_CODE),
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

/** Returns a real response of this operation or of one like it, or an error that any operation can return. */
const exampleOf = (operation = '', status: string): unknown =>
  [operation, ALIKE[operation] ?? '', 'any']
    .map((name) => examples[name]?.[status])
    .find((found) => found !== undefined)
