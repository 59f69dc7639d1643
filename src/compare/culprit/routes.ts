import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { withDeadline } from '../../http/limits/deadline.ts'
import { senderOf } from '../../http/request/authentication.ts'
import { clientGone } from '../../http/request/client-gone.ts'
import { describeDownload } from '../../http/response/bytes.ts'
import { data } from '../../lists/schemas.ts'
import { CompareParams } from '../schemas.ts'
import { type CompareRoutesOptions, MAX_WAIT_MS } from '../send-pair.ts'
import { bytesOf, findPair } from '../service.ts'
import { docs } from './docs.ts'
import { CulpritInput } from './input.ts'
import { Culprit } from './schemas.ts'
import { culpritJson, culpritZip } from './service.ts'

/** The routes that find the changes that make a list crash, under the path of a comparison. */
export const culpritRoutes: FastifyPluginAsyncZod<Omit<CompareRoutesOptions, 'cached'>> = async (
  app,
  { context, outgoing },
) => {
  /** Sends the state of the search or its files. The work stops when the client disconnects. */
  async function sendState(
    request: FastifyRequest,
    reply: FastifyReply,
    { slug1, slug2 }: CompareParams,
    input: CulpritInput,
    make: typeof culpritJson,
  ) {
    const signal = clientGone(reply)
    const pair = await withDeadline(request, reply, () => findPair(context, [slug1, slug2], senderOf(request)))
    const work = () => make(context, pair, input, signal)
    return reply.send(await outgoing.reserve(bytesOf(pair.list1, pair.list2), work, { signal, maxWaitMs: MAX_WAIT_MS }))
  }
  const config = { token: 'optional', ownerKey: true, noDeadline: true, changesNothing: true } as const

  app.post('/:slug1/:slug2/culprit', {
    config,
    schema: { ...docs.findCulprit, params: CompareParams, body: CulpritInput, response: { 200: data(Culprit) } },
    handler: (request, reply) => {
      reply.type('application/json; charset=utf-8')
      return sendState(request, reply, request.params, request.body, culpritJson)
    },
  })

  app.post('/:slug1/:slug2/culprit.zip', {
    config,
    schema: {
      ...docs.downloadCulprit,
      params: CompareParams,
      body: CulpritInput,
      response: { 200: z.string().meta({ format: 'binary' }) },
    },
    handler: (request, reply) => {
      describeDownload(reply, 'application/zip', create(`${request.params.slug1}-test.zip`))
      return sendState(request, reply, request.params, request.body, culpritZip)
    },
  })
}
