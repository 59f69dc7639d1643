import { create } from 'content-disposition'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { describeDownload } from '../../http/response/reply-headers.ts'
import { data } from '../../lists/schemas.ts'
import { CompareParams } from '../schemas.ts'
import { ASKED_PAIR, askedPairSender, type CompareRoutesOptions } from '../send-pair.ts'
import { docs } from './docs.ts'
import { Merge, MergeInput } from './schemas.ts'
import { mergeJson, mergeZip } from './service.ts'

/** The routes that take changes over from one list into another, under the path of a comparison. */
export const mergeRoutes: FastifyPluginAsyncZod<Omit<CompareRoutesOptions, 'cached'>> = async (app, options) => {
  const send = askedPairSender(options)

  app.post('/:slug1/:slug2/merge', {
    config: ASKED_PAIR,
    schema: { ...docs.mergeLists, params: CompareParams, body: MergeInput, response: { 200: data(Merge) } },
    handler: (request, reply) => {
      reply.type('application/json; charset=utf-8')
      return send(request, reply, request.body.take, mergeJson)
    },
  })

  app.post('/:slug1/:slug2/merge.zip', {
    config: ASKED_PAIR,
    schema: {
      ...docs.downloadMerge,
      params: CompareParams,
      body: MergeInput,
      response: { 200: z.string().meta({ format: 'binary' }) },
    },
    handler: (request, reply) => {
      describeDownload(reply, 'application/zip', create(`${request.params.slug1}-merged.zip`))
      return send(request, reply, request.body.take, mergeZip)
    },
  })
}
