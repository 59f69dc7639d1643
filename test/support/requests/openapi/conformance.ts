import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'

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

/** A response as supertest gives it. */
interface Received {
  status: number
  headers: Record<string, string | undefined>
  type: string
  text?: string
}

/**
 * Returns a function that checks a response to an operation against the document: its status, headers, type and body. It
 * returns the problem, or undefined.
 */
export function answerChecker(app: FastifyInstance): (operationId: string, received: Received) => string | undefined {
  const check = schemaChecker(documentOf(app))
  const operations = new Map(operationsOf(app).map((each) => [each.operation.operationId, each]))

  return (operationId, { status, headers, type, text = '' }) => {
    const known = operations.get(operationId)
    if (known === undefined) return 'is of an unknown operation'
    const { path, method, operation } = known
    const answer = operation.responses[status]
    if (answer === undefined) return `has the undeclared status ${status}`
    const missing = Object.keys(answer.headers ?? {}).filter(
      (name) => !SOMETIMES.test(name) && headers[name.toLowerCase()] === undefined,
    )
    if (missing.length > 0) return `lacks the headers ${missing}`
    if (answer.content === undefined) return text.length > 0 || type !== '' ? 'has a body' : undefined
    if (!(type in answer.content)) return `has the undeclared type "${type}"`
    const body: unknown = type === 'application/json' ? JSON.parse(text) : text
    return check(body, 'paths', path, method, 'responses', String(status), 'content', type, 'schema')
  }
}
