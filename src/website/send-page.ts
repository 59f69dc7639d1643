import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { CachedResponse, MadeResponse } from '../http/cache/cached-response.ts'
import type { CachedRoutes } from '../http/cache/cached-routes.ts'
import { clientGone } from '../http/request/client-gone.ts'
import { entityTag } from '../http/response/entity-tag.ts'
import type { OutgoingMemory } from '../http/response/outgoing-memory.ts'
import { siteOf } from './parts/site.ts'
import { HTML } from './security.ts'

/** What a page is made of, as it was found in the database. */
export interface FoundPage {
  /** All that its bytes depend on, beside the program and where the website is; undefined if only they tell. */
  version?: readonly unknown[]
  snapshot: string
  /** When it becomes stale though nothing is written. */
  validUntil: Date | null
  /** What is read for it, about. */
  sourceBytes: number
  render(): Promise<Buffer> | Buffer
}

export interface PageOptions {
  context: Context
  cached: CachedRoutes
  outgoing: OutgoingMemory
}

export type FindPage = (signal: AbortSignal) => Promise<FoundPage>

/** A page with much to read may wait for memory for longer than other responses. */
const MAX_WAIT_MS = 20_000

/**
 * Sends pages: those that are cached as the API's responses are, and rendered only if another version of them is found. A
 * page is made for one client, and given up when that one goes.
 */
export function pageSender({ context, cached, outgoing }: PageOptions) {
  return (request: FastifyRequest, reply: FastifyReply, find: FindPage): Promise<void> => {
    const signal = clientGone(reply)
    return cached.sendOwn(request, reply, async (before): Promise<MadeResponse> => {
      const { version, snapshot, validUntil, sourceBytes, render } = await find(signal)
      const made = { type: HTML, snapshot, validUntil }
      const wait = { signal, maxWaitMs: MAX_WAIT_MS }
      if (version === undefined)
        return { body: await outgoing.reserve(sourceBytes, async () => render(), wait), ...made }
      const tag = entityTag(context.edition, HTML, request.routeOptions.url, siteOf(context.urls).url, ...version)
      return { body: await bodyOf(tag, before), tag, ...made }

      async function bodyOf(tag: string, before: CachedResponse | undefined) {
        if (before?.tag === tag) return before.body
        return outgoing.reserveShared(`page ${tag}`, sourceBytes, async () => render(), wait)
      }
    })
  }
}
