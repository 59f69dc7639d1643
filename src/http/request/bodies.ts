import formBody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { CatalogError } from '../../errors.ts'

/** Maximum size of a body without files, in bytes: enough for any list. Files are sent in multipart forms only. */
const MAX_TEXT_BYTES = 256 * 1024

/** Parses a form like a multipart form: a name that ends in `[]` has all values, any other name has the last one. */
function readFields(text: string): Record<string, unknown> {
  const fields = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const known = fields.get(name)
    if (Array.isArray(known)) known.push(value)
    else fields.set(name, name.endsWith('[]') ? [value] : value)
  }
  return Object.fromEntries(fields)
}

/** Parses JSON, forms and multipart forms (form.ts). Refuses other bodies with 415. */
export const bodyParsing = fastifyPlugin(async (app: FastifyInstance) => {
  await app.register(formBody, { bodyLimit: MAX_TEXT_BYTES, parser: readFields })
  await app.register(multipart)

  // Some clients send their usual content type even without a body, for example with DELETE.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const limits = { parseAs: 'string', bodyLimit: MAX_TEXT_BYTES } as const
  app.addContentTypeParser('application/json', limits, (request, body: string, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, done),
  )

  // Compressed bodies are refused, because a small one could become a large one.
  app.addHook('preParsing', ({ headers }, _, payload, done) => {
    const encoding = headers['content-encoding']
    if (encoding === undefined || /^(identity)?$/i.test(encoding)) return done(null, payload)
    done(new CatalogError('unsupported_media_type', 'Send the body uncompressed, without a Content-Encoding.'))
  })
})
