import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteBudget } from '../http/limits/byte-budget.ts'
import { clientGone } from '../http/request/client-gone.ts'
import { describeDownload, HTML, notStored } from '../http/response/headers.ts'
import type { MadeOnce } from './found-page.ts'

/**
 * Returns a function that sends a page or a download that depends on a long address, so that caching it would be of no
 * use. The work stops when the client disconnects.
 */
export const onceSender =
  (budget: ByteBudget) =>
  async (
    _request: FastifyRequest,
    reply: FastifyReply,
    find: (signal: AbortSignal) => Promise<MadeOnce>,
  ): Promise<FastifyReply> => {
    const signal = clientGone(reply)
    const { sourceBytes, make } = await find(signal)
    const made = await budget.reserve(sourceBytes, make)
    notStored(reply)
    if (Buffer.isBuffer(made)) return reply.type(HTML).send(made)
    return describeDownload(reply, made.type, create(made.name)).send(made.content)
  }
