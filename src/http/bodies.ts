import formBody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

/** The types of bodies that are read: JSON, forms, and forms with files (see form.ts). Others are 415. */
export const bodyParsing = fastifyPlugin(async (app: FastifyInstance) => {
  await app.register(formBody)
  await app.register(multipart)

  // Clients with a fixed content type send it with no body too, on DELETE for one.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, done),
  )
})
