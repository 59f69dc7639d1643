import { create } from 'content-disposition'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { describeDownload } from '../../http/response/reply-headers.ts'
import { data } from '../../lists/schemas.ts'
import { CompareParams } from '../schemas.ts'
import { ASKED_PAIR, askedPairSender, type CompareRoutesOptions } from '../send-pair.ts'
import { docs } from './docs.ts'
import { CulpritInput } from './input.ts'
import { Culprit } from './schemas.ts'
import { culpritJson, culpritZip } from './service.ts'

/** The routes that find the changes that make a list crash, under the path of a comparison. */
export const culpritRoutes: FastifyPluginAsyncZod<Omit<CompareRoutesOptions, 'cached'>> = async (app, options) => {
  const send = askedPairSender(options)

  app.post('/:slug1/:slug2/culprit', {
    config: ASKED_PAIR,
    schema: { ...docs.findCulprit, params: CompareParams, body: CulpritInput, response: { 200: data(Culprit) } },
    handler: (request, reply) => {
      reply.type('application/json; charset=utf-8')
      return send(request, reply, request.body, culpritJson)
    },
  })

  app.post('/:slug1/:slug2/culprit.zip', {
    config: ASKED_PAIR,
    schema: {
      ...docs.downloadCulprit,
      params: CompareParams,
      body: CulpritInput,
      response: { 200: z.string().meta({ format: 'binary' }) },
    },
    handler: (request, reply) => {
      describeDownload(reply, 'application/zip', create(`${request.params.slug1}-test.zip`))
      return send(request, reply, request.body, culpritZip)
    },
  })
}
