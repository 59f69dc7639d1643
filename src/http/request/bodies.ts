import { isUtf8 } from 'node:buffer'
import type { FastifyContentTypeParser, FastifyInstance, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { CatalogError, invalid } from '../../errors.ts'
import { decodeCharset, percentDecoded } from '../../text/encoding.ts'
import { isFormReader, unstorableError } from './form.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route takes multipart forms. Set for routes that have a form reader. */
    readsForms?: boolean
    /** Whether the route takes nothing but multipart forms. */
    takesOnlyForms?: boolean
  }
}

/** Maximum size of a body without files, in bytes: enough for any list. Files are sent in multipart forms only. */
const MAX_TEXT_BYTES = 256 * 1024

const LIMITS = { parseAs: 'buffer', bodyLimit: MAX_TEXT_BYTES } as const

/** Parses a form: a name that ends in `[]` has all values, any other the last one. Refuses other than UTF-8. */
function readFields(body: Buffer): Record<string, unknown> {
  const fields = new Map<string, string | string[]>()
  for (const pair of body.toString('latin1').split('&')) {
    if (pair === '') continue
    const [name, value] = readPair(pair)
    const known = fields.get(name)
    if (Array.isArray(known)) known.push(value)
    else fields.set(name, name.endsWith('[]') ? [value] : value)
  }
  return Object.fromEntries(fields)
}

function readPair(pair: string): [name: string, value: string] {
  const end = pair.includes('=') ? pair.indexOf('=') : pair.length
  const [name, value] = [pair.slice(0, end), pair.slice(end + 1)].map((text) =>
    percentDecoded(text.replaceAll('+', ' ')),
  )
  const field = name?.toString('utf8') ?? ''
  const text = decodeCharset(value ?? Buffer.alloc(0), 'utf-8')
  if (text === undefined || !isUtf8(name ?? Buffer.alloc(0)))
    throw invalid({ [field]: [`The ${field} field is not valid utf-8 text.`] })
  return [field, text]
}

/** Returns the error for a body of another type than the route takes (415). */
function unsupported({ routeOptions: { config, schema } }: FastifyRequest): CatalogError {
  const forms = ['application/x-www-form-urlencoded', ...(config.readsForms ? ['multipart/form-data'] : [])]
  const types = (schema?.consumes ?? forms).join(', ')
  return new CatalogError('unsupported_media_type', `Send the body as one of these types: ${types}.`)
}

const takesOnlyJson = ({ routeOptions: { schema } }: FastifyRequest) => schema?.consumes?.join() === 'application/json'

/** Parses JSON and forms; form.ts reads multipart forms. Refuses other bodies with 415, before they are read. */
export const bodyParsing = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    if ([route.preValidation ?? []].flat().some(isFormReader)) route.config = { ...route.config, readsForms: true }
  })
  // A route that uses no body ignores one of any other type.
  const refuse: FastifyContentTypeParser = (request, _payload, done) =>
    done(request.routeOptions.schema?.body === undefined ? null : unsupported(request))
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('*', refuse)
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    LIMITS,
    async (request: FastifyRequest, body: Buffer) => {
      if (takesOnlyJson(request)) throw unsupported(request)
      return readFields(body)
    },
  )

  // Some clients send their usual content type even without a body, for example with DELETE.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', LIMITS, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined)
    if (!isUtf8(body)) return done(new CatalogError('malformed', 'The JSON of the body is not UTF-8.'))
    const text = body.toString('utf8')
    parseJson(request, text, (error, value) => {
      if (error) return done(new CatalogError('malformed', 'The body is not valid JSON.'))
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      if (!isObject) return done(invalid({ body: ['The body must be a JSON object.'] }))
      done(unstorableError(text, value), value)
    })
  })

  // Compressed bodies are refused, because a small one could become a large one.
  app.addHook('preParsing', (request, _, payload, done) => {
    const { 'content-encoding': encoding = '', 'content-type': type = '' } = request.headers
    if (!/^(identity)?$/i.test(encoding))
      return done(new CatalogError('unsupported_media_type', 'Send the body uncompressed, without a Content-Encoding.'))
    const { config, schema } = request.routeOptions
    const isForm = /^multipart\//i.test(type)
    const isRefused = isForm ? !config.readsForms && schema?.body !== undefined : config.takesOnlyForms && type !== ''
    done(isRefused ? unsupported(request) : null, payload)
  })
})
