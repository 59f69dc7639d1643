import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CompareContext } from '../compare/differ.ts'
import type { MadeResponse } from '../http/cache/cached-response.ts'
import type { CachedRoutes } from '../http/cache/cached-routes.ts'
import type { ByteBudget } from '../http/limits/byte-budget.ts'
import { clientGone } from '../http/request/client-gone.ts'
import type { UploadLimits } from '../http/request/upload.ts'
import { entityTag } from '../http/response/entity-tag.ts'
import { describeDownload, HTML, notStored } from '../http/response/headers.ts'
import { documentOf } from './components/document.tsx'
import { siteOf } from './components/site.ts'
import type { FoundPage, MadeOnce } from './found-page.ts'

export interface PageOptions {
  context: CompareContext
  cached: CachedRoutes
  budget: ByteBudget
}

export interface PageRoutesOptions extends Pick<PageOptions, 'context' | 'budget'> {
  upload: UploadLimits
  send: ReturnType<typeof pageSender>
}

/** Headers of one page, in place of those of all pages, and the request header that it depends on. */
type OwnHeaders = Pick<MadeResponse, 'headers' | 'vary'>

type FindPage = (signal: AbortSignal) => Promise<FoundPage>

/** Returns a function that sends pages, which are cached, and rendered again for another version. */
export function pageSender({ context, cached, budget }: PageOptions) {
  return (request: FastifyRequest, reply: FastifyReply, find: FindPage, own: OwnHeaders = {}): Promise<void> => {
    const signal = clientGone(reply)
    const { url } = request.routeOptions
    return cached.sendOwn(request, reply, async (before): Promise<MadeResponse> => {
      const found = await find(signal)
      const { version, snapshot, validUntil, sourceBytes = 0 } = found
      const render = async () => documentOf(await found.render())
      const tag = entityTag(HTML, url, JSON.stringify(siteOf(context.urls)), ...version)
      const body = before?.tag === tag ? before.body : await budget.reserve(sourceBytes, render)
      return { body, tag, type: HTML, snapshot, validUntil, ...own }
    })
  }
}

/** Returns a function that sends a page or download that depends on a long address, and is not cached. */
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
