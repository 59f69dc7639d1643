import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CacheKey, MadeResponse } from '../http/cache/cached-response.ts'
import { anonymousKey, type CachedRoutes } from '../http/cache/cached-routes.ts'
import type { ByteBudget } from '../http/limits/byte-budget.ts'
import { senderOf } from '../http/request/authentication.ts'
import { clientGone } from '../http/request/client-gone.ts'
import { lastOf } from '../http/request/paging.ts'
import { entityTag } from '../http/response/entity-tag.ts'
import { keyWithCounts } from '../lists/counts.ts'
import { listTag } from '../lists/view.ts'
import type { CompareContext } from './differ.ts'
import type { CompareParams } from './schemas.ts'
import { bytesOf, findPair, type ListPair } from './service.ts'

export interface CompareRoutesOptions {
  context: CompareContext
  cached: CachedRoutes
  budget: ByteBudget
}

interface FileView extends Omit<MadeResponse, 'body'> {
  name: string
  tag: string
  sourceBytes: number
  make(): Promise<MadeResponse['body']>
}

/** Returns a function that sends a view which `find` finds. The work stops when the client disconnects. */
export function viewSender({ cached, budget }: Pick<CompareRoutesOptions, 'cached' | 'budget'>) {
  return (request: FastifyRequest, reply: FastifyReply, find: (signal: AbortSignal) => Promise<FileView>) => {
    const signal = clientGone(reply)
    return cached.sendOwn(request, reply, async () => {
      const { sourceBytes, make, ...rest } = await find(signal)
      const body = await budget.reserve(sourceBytes, make)
      return { body, ...rest }
    })
  }
}

export interface PairView {
  name: string
  type: string
  bodyOf(pair: ListPair, signal: AbortSignal): Promise<MadeResponse['body']>
}

export function pairSender({ context, ...options }: CompareRoutesOptions) {
  const sendView = viewSender(options)
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { slug1, slug2, hasCounts }: CompareParams & { hasCounts?: boolean },
    { name, type, bodyOf }: PairView,
  ) =>
    sendView(request, reply, async (signal) => {
      const pair = await findPair(context, [slug1, slug2], senderOf(request), hasCounts)
      const { list1, list2, snapshot, validUntil } = pair
      const tag = entityTag(listTag(list1.row, context), listTag(list2.row, context))
      const make = () => bodyOf(pair, signal)
      return { name, type, tag, snapshot, validUntil, sourceBytes: bytesOf(list1, list2), make }
    })
}

/** Returns a function that makes and sends a response from the body of a request. Nothing is cached. */
export function askedPairSender({ context, budget }: Omit<CompareRoutesOptions, 'cached'>) {
  return async <Input>(
    request: FastifyRequest<{ Params: CompareParams }>,
    reply: FastifyReply,
    input: Input,
    make: (context: CompareContext, pair: ListPair, input: Input, signal: AbortSignal) => Promise<Buffer>,
  ) => {
    const { slug1, slug2 } = request.params
    const signal = clientGone(reply)
    const pair = await findPair(context, [slug1, slug2], senderOf(request))
    const work = () => make(context, pair, input, signal)
    return reply.send(await budget.reserve(bytesOf(pair.list1, pair.list2), work))
  }
}

/** Settings of a route that answers such a request. */
export const ASKED_PAIR = { token: 'optional', ownerKey: true, changesNothing: true } as const

/**
 * Returns the cache key of a comparison; undefined for a revision with a token or an owner key, which may show more.
 */
export const pairKey = (request: FastifyRequest, slug1: string, slug2: string): CacheKey => {
  const key = [slug1, slug2]
  return key.some((slug) => slug.includes('@')) ? anonymousKey(request, key) : key
}

/** Like pairKey, for the two lists in the path. */
export const pathKey = (request: FastifyRequest): CacheKey => {
  const { slug1, slug2 } = request.params as CompareParams
  return pairKey(request, slug1, slug2)
}

/** Returns parameters of a request for a cache key. No text is cached for a wrong value, since it is refused. */
export const parametersOf = ({ query }: FastifyRequest, ...names: string[]): unknown[] =>
  names.map((name) => lastOf((query as Record<string, unknown>)[name]) ?? '')

/** Like pathKey, for a response that can include counts. */
export const countedPathKey = (request: FastifyRequest): CacheKey => keyWithCounts(pathKey(request), request.query)
