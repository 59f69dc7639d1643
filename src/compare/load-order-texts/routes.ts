import { create } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { anonymousKey } from '../../http/cache/cached-routes.ts'
import { senderOf } from '../../http/request/authentication.ts'
import { listTag } from '../../lists/etag.ts'
import { RevisionParams } from '../../lists/revisions/schemas.ts'
import { requireAddress } from '../../lists/revisions/service.ts'
import { type VersionAddress, versionText } from '../../lists/revisions/version-address.ts'
import { ListParams } from '../../lists/schemas.ts'
import type { Format } from '../../load-order/rendering/load-order/format.ts'
import { docs } from '../load-orders/docs.ts'
import { findListToRead, orderTextOf } from '../load-orders/service.ts'
import { type CompareRoutesOptions, viewSender } from '../send-pair.ts'
import { bytesOf } from '../service.ts'

const TYPES: Record<Format, string> = {
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

const ROUTES = [
  ['txt', docs.showLoadOrderAsText, docs.showRevisionAsText],
  ['md', docs.showLoadOrderAsMarkdown, docs.showRevisionAsMarkdown],
  ['csv', docs.showLoadOrderAsCsv, docs.showRevisionAsCsv],
] as const

/** The routes for the load order of a list or a revision as text, Markdown and CSV, under the path of the list. */
export const loadOrderTextRoutes: FastifyPluginAsyncZod<CompareRoutesOptions> = async (
  app,
  { context, ...options },
) => {
  const sendView = viewSender(options)

  function sendText(request: FastifyRequest, reply: FastifyReply, address: VersionAddress, format: Format) {
    return sendView(request, reply, async (signal) => {
      const { slug, revision } = address
      const list = await findListToRead(context, slug, revision, revision === null ? null : senderOf(request))
      return {
        name: `load-order.${format}`,
        type: TYPES[format],
        ...(format === 'csv' && { disposition: create(`${versionText(slug, revision)}.csv`) }),
        tag: listTag(list.row, context),
        snapshot: list.snapshot,
        validUntil: list.row.expiresAt,
        sourceBytes: bytesOf(list),
        make: () => orderTextOf(context, list, format, signal),
      }
    })
  }

  for (const [format, docsOfList, docsOfRevision] of ROUTES) {
    // CSV is not cached: its Content-Disposition names the list, but the cache reuses headers for all lists of a route.
    const isCached = format !== 'csv'
    const keyOf = (request: FastifyRequest) => {
      const { slug, revision } = request.params as Partial<RevisionParams>
      return isCached ? anonymousKey(request, `${slug} ${revision}`) : undefined
    }
    const response = { 200: z.string(), 304: z.undefined() }

    app.get(`/load-order.${format}`, {
      config: { noDeadline: true, cacheKey: keyOf },
      schema: { ...docsOfList, params: ListParams, response },
      handler: (request, reply) => sendText(request, reply, { slug: request.params.slug, revision: null }, format),
    })
    app.get(`/revisions/:revision/load-order.${format}`, {
      config: { token: 'optional', ownerKey: true, noDeadline: true, cacheKey: keyOf },
      schema: { ...docsOfRevision, params: RevisionParams, response },
      handler: (request, reply) => sendText(request, reply, requireAddress(request.params), format),
    })
  }
}
