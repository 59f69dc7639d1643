import formBody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { CatalogError } from '../../errors.ts'

/** Enough for a list without files, however its texts are escaped. Files come in multipart forms only. */
const MAX_TEXT_BYTES = 256 * 1024

/** The fields of a form. If a field is sent twice, the last value wins, as in multipart forms. */
const lastValues = (text: string) => Object.fromEntries(new URLSearchParams(text))

/** Parsers of the bodies that are taken: JSON, forms, and multipart forms (form.ts). Others are 415. */
export const bodyParsing = fastifyPlugin(async (app: FastifyInstance) => {
  await app.register(formBody, { bodyLimit: MAX_TEXT_BYTES, parser: lastValues })
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
