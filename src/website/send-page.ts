import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CompareContext } from '../compare/differ.ts'
import type { CachedResponse, MadeResponse } from '../http/cache/cached-response.ts'
import type { CachedRoutes } from '../http/cache/cached-routes.ts'
import { clientGone } from '../http/request/client-gone.ts'
import { entityTag } from '../http/response/entity-tag.ts'
import { HTML } from '../http/response/headers.ts'
import type { OutgoingMemory } from '../http/response/outgoing-memory.ts'
import type { FoundPage } from './found-page.ts'
import { siteOf } from './parts/site.ts'

export interface PageOptions {
  context: CompareContext
  cached: CachedRoutes
  outgoing: OutgoingMemory
}

export type FindPage = (signal: AbortSignal) => Promise<FoundPage>

/** Maximum wait for memory, in milliseconds. It is longer than for other responses because pages read more. */
const MAX_WAIT_MS = 20_000

/**
 * Returns a function that sends pages. Pages are cached like the API's responses, and rendered again only if their
 * version has changed. Rendering stops when the client disconnects.
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
      const tag = entityTag(HTML, request.routeOptions.url, JSON.stringify(siteOf(context.urls)), ...version)
      return { body: await bodyOf(tag, before), tag, ...made }

      async function bodyOf(tag: string, before: CachedResponse | undefined) {
        if (before?.tag === tag) return before.body
        return outgoing.reserveShared(`page ${tag}`, sourceBytes, async () => render(), wait)
      }
    })
  }
}

export type SendPage = ReturnType<typeof pageSender>
