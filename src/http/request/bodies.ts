import formBody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { CatalogError } from '../../errors.ts'

/** Files come in multipart forms alone: without them a list is this small, however its texts are escaped. */
const MAX_TEXT_BYTES = 256 * 1024

/** The types of bodies that are read: JSON, forms, and forms with files (see form.ts). Others are 415. */
export const bodyParsing = fastifyPlugin(async (app: FastifyInstance) => {
  await app.register(formBody, { bodyLimit: MAX_TEXT_BYTES })
  await app.register(multipart)

  // Clients with a fixed content type send it with no body too, on DELETE for one.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const limits = { parseAs: 'string', bodyLimit: MAX_TEXT_BYTES } as const
  app.addContentTypeParser('application/json', limits, (request, body: string, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, done),
  )

  // Nothing is unpacked, so that nothing small becomes large.
  app.addHook('preParsing', ({ headers }, _, payload, done) => {
    const encoding = headers['content-encoding']
    if (encoding === undefined || /^(identity)?$/i.test(encoding)) return done(null, payload)
    done(new CatalogError('unsupported_media_type', 'The body must be sent as it is, without a Content-Encoding.'))
  })
})
