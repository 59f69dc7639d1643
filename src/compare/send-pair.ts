import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { anonymousKey, type CachedRoutes } from '../http/cache/cached-routes.ts'
import { withDeadline } from '../http/limits/deadline.ts'
import { senderOf } from '../http/request/authentication.ts'
import { clientGone } from '../http/request/client-gone.ts'
import { entityTag } from '../http/response/entity-tag.ts'
import type { OutgoingMemory } from '../http/response/outgoing-memory.ts'
import { listTag } from '../lists/etag.ts'
import type { CompareParams } from './schemas.ts'
import { bytesOf, findPair, type ListPair } from './service.ts'

export interface CompareRoutesOptions {
  context: Context
  cached: CachedRoutes
  outgoing: OutgoingMemory
}

/** What a route sends of two lists. */
export interface PairView {
  /** Of all views of the same two lists, this one. */
  name: string
  type: string
  bodyOf(pair: ListPair, signal: AbortSignal): Promise<Buffer>
}

/** How long a comparison may wait for memory: longer than other responses, as its client expects. */
export const MAX_WAIT_MS = 20_000

/** Sends what a view makes of two lists. It is made for one client, and given up when that one goes. */
export function pairSender({ context, cached, outgoing }: CompareRoutesOptions) {
  return (request: FastifyRequest, reply: FastifyReply, params: CompareParams, { name, type, bodyOf }: PairView) => {
    const signal = clientGone(reply)
    return cached.sendOwn(request, reply, async () => {
      const pair = await withDeadline(request, reply, () =>
        findPair(context, [params.slug1, params.slug2], senderOf(request)),
      )
      const { list1, list2, snapshot, validUntil } = pair
      const tag = entityTag(listTag(list1.row, context), listTag(list2.row, context))
      const make = () => bodyOf(pair, signal)
      const wait = { signal, maxWaitMs: MAX_WAIT_MS }
      const body = await outgoing.reserveShared(`${name} ${tag}`, bytesOf(list1, list2), make, wait)
      return { body, type, tag, snapshot, validUntil }
    })
  }
}

/** What a comparison of two lists is cached by. Of their revisions a token may show more. */
export const pairKey = (request: FastifyRequest, slug1: string, slug2: string): string | undefined => {
  const key = `${slug1} ${slug2}`
  return key.includes('@') ? anonymousKey(request, key) : key
}

/** The same of two lists in the path. */
export const pathKey = (request: FastifyRequest): string | undefined => {
  const { slug1, slug2 } = request.params as CompareParams
  return pairKey(request, slug1, slug2)
}
