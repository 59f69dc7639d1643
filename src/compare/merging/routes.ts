import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { withDeadline } from '../../http/limits/deadline.ts'
import { senderOf } from '../../http/request/authentication.ts'
import { clientGone } from '../../http/request/client-gone.ts'
import { describeDownload } from '../../http/response/bytes.ts'
import { data } from '../../lists/schemas.ts'
import type { Take } from '../../load-order/merging/take.ts'
import { CompareParams } from '../schemas.ts'
import { type CompareRoutesOptions, MAX_WAIT_MS } from '../send-pair.ts'
import { bytesOf, findPair } from '../service.ts'
import { docs } from './docs.ts'
import { Merge, MergeInput } from './schemas.ts'
import { mergeJson, mergeZip } from './service.ts'

/** The routes that take changes over from one list into another, under the path of a comparison. */
export const mergeRoutes: FastifyPluginAsyncZod<Omit<CompareRoutesOptions, 'cached'>> = async (
  app,
  { context, outgoing },
) => {
  /** Merges the two lists and sends the result. The work stops when the client disconnects. */
  async function sendMerged(
    request: FastifyRequest,
    reply: FastifyReply,
    { slug1, slug2 }: CompareParams,
    take: Take,
    make: typeof mergeJson,
  ) {
    const signal = clientGone(reply)
    const pair = await withDeadline(request, reply, () => findPair(context, [slug1, slug2], senderOf(request)))
    const work = () => make(context, pair, take, signal)
    return reply.send(await outgoing.reserve(bytesOf(pair.list1, pair.list2), work, { signal, maxWaitMs: MAX_WAIT_MS }))
  }
  const config = { token: 'optional', ownerKey: true, noDeadline: true, changesNothing: true } as const

  app.post('/:slug1/:slug2/merge', {
    config,
    schema: { ...docs.mergeLists, params: CompareParams, body: MergeInput, response: { 200: data(Merge) } },
    handler: (request, reply) => {
      reply.type('application/json; charset=utf-8')
      return sendMerged(request, reply, request.params, request.body.take, mergeJson)
    },
  })

  app.post('/:slug1/:slug2/merge.zip', {
    config,
    schema: {
      ...docs.downloadMerge,
      params: CompareParams,
      body: MergeInput,
      response: { 200: z.string().meta({ format: 'binary' }) },
    },
    handler: (request, reply) => {
      describeDownload(reply, 'application/zip', create(`${request.params.slug1}-merged.zip`))
      return sendMerged(request, reply, request.params, request.body.take, mergeZip)
    },
  })
}
