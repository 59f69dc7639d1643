import formBody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { CatalogError } from '../../errors.ts'

/** Enough for a list without files, however its texts are escaped. Files come in multipart forms only. */
const MAX_TEXT_BYTES = 256 * 1024

/** Reads a form by the rule of multipart forms: all values of a name that ends in `[]`, the last one of any other name. */
function readFields(text: string): Record<string, unknown> {
  const fields = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const known = fields.get(name)
    if (Array.isArray(known)) known.push(value)
    else fields.set(name, name.endsWith('[]') ? [value] : value)
  }
  return Object.fromEntries(fields)
}

/** Parsers of the bodies that are taken: JSON, forms, and multipart forms (form.ts). Others are 415. */
export const bodyParsing = fastifyPlugin(async (app: FastifyInstance) => {
  await app.register(formBody, { bodyLimit: MAX_TEXT_BYTES, parser: readFields })
  await app.register(multipart)

  // Some clients send their usual content type without a body too, with DELETE for one.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const limits = { parseAs: 'string', bodyLimit: MAX_TEXT_BYTES } as const
  app.addContentTypeParser('application/json', limits, (request, body: string, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, done),
  )

  // No body is decompressed: a small one could become a large one.
  app.addHook('preParsing', ({ headers }, _, payload, done) => {
    const encoding = headers['content-encoding']
    if (encoding === undefined || /^(identity)?$/i.test(encoding)) return done(null, payload)
    done(new CatalogError('unsupported_media_type', 'The body must be sent as it is, without a Content-Encoding.'))
  })
})
