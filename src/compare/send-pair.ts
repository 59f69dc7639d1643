import type { FastifyReply, FastifyRequest } from 'fastify'
import { anonymousKey, type CachedRoutes } from '../http/cache/cached-routes.ts'
import { withDeadline } from '../http/limits/deadline.ts'
import { senderOf } from '../http/request/authentication.ts'
import { clientGone } from '../http/request/client-gone.ts'
import { entityTag } from '../http/response/entity-tag.ts'
import type { OutgoingMemory } from '../http/response/outgoing-memory.ts'
import { keyWithCounts } from '../lists/counts/include.ts'
import { listTag } from '../lists/etag.ts'
import type { CompareContext } from './differ.ts'
import type { CompareParams } from './schemas.ts'
import { bytesOf, findPair, type ListPair } from './service.ts'

export interface CompareRoutesOptions {
  context: CompareContext
  cached: CachedRoutes
  outgoing: OutgoingMemory
}

/** A kind of response about two lists. */
export interface PairView {
  /** Distinguishes this view from other views of the same two lists. */
  name: string
  /** The content type. */
  type: string
  bodyOf(pair: ListPair, signal: AbortSignal): Promise<Buffer>
}

/**
 * Maximum time in milliseconds that a comparison waits for memory. It is longer than for other responses, as clients
 * expect.
 */
export const MAX_WAIT_MS = 20_000

/** Returns a function that sends a view of two lists. The work stops when the client disconnects. */
export function pairSender({ context, cached, outgoing }: CompareRoutesOptions) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { slug1, slug2, hasCounts }: CompareParams & { hasCounts?: boolean },
    { name, type, bodyOf }: PairView,
  ) => {
    const signal = clientGone(reply)
    return cached.sendOwn(request, reply, async () => {
      const pair = await withDeadline(request, reply, () =>
        findPair(context, [slug1, slug2], senderOf(request), hasCounts),
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

/**
 * Returns the cache key of a comparison. Undefined if it names a revision and the request has a token or an owner key,
 * which may show more.
 */
export const pairKey = (request: FastifyRequest, slug1: string, slug2: string): string | undefined => {
  const key = `${slug1} ${slug2}`
  return key.includes('@') ? anonymousKey(request, key) : key
}

/** Like pairKey, for the two lists in the path. */
export const pathKey = (request: FastifyRequest): string | undefined => {
  const { slug1, slug2 } = request.params as CompareParams
  return pairKey(request, slug1, slug2)
}

/** Like pathKey, for a response that can include counts. */
export const countedPathKey = (request: FastifyRequest): string | undefined =>
  keyWithCounts(pathKey(request), request.query)
