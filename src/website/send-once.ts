import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteBudget } from '../http/limits/byte-budget.ts'
import { clientGone } from '../http/request/client-gone.ts'
import { HTML } from '../http/response/headers.ts'
import { describeDownload, notStored } from '../http/response/reply-headers.ts'
import type { MadeOnce } from './found-page.ts'

/**
 * Returns a function that sends a page or a download that depends on a long address, so that caching it would be of no
 * use. With `disposition`, it is a zip. The work stops when the client disconnects.
 */
export const onceSender =
  (budget: ByteBudget) =>
  async (
    _request: FastifyRequest,
    reply: FastifyReply,
    find: (signal: AbortSignal) => Promise<MadeOnce>,
    disposition?: string,
  ): Promise<FastifyReply> => {
    const signal = clientGone(reply)
    const { sourceBytes, make } = await find(signal)
    const body = await budget.reserve(sourceBytes, make)
    notStored(reply)
    if (disposition === undefined) return reply.type(HTML).send(body)
    return describeDownload(reply, 'application/zip', disposition).send(body)
  }
