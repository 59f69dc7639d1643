import type { FastifyReply, FastifyRequest, onRequestHookHandler, preValidationAsyncHookHandler } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Context, Urls } from '../context.ts'
import type { CachedRoutes } from '../http/cache/cached-routes.ts'
import { requestContext } from '../http/limits/rate-limits.ts'
import { allow, requireSender } from '../http/request/authentication.ts'
import { clientGone } from '../http/request/client-gone.ts'
import { DEFAULT_PAGE_SIZE } from '../http/request/paging.ts'
import type { UploadLimits } from '../http/request/upload.ts'
import { isKnown } from '../http/response/bytes.ts'
import { tagOfBytes } from '../http/response/entity-tag.ts'
import { createdAt, replayed, tagged, withOwnerKey } from '../http/response/headers.ts'
import { atomFeed, tagUri, tagUriOfList } from '../text/atom.ts'
import { timestamp } from '../text/timestamp.ts'
import { makeListPage, pageBytes, pageKey, searchOf, sendListPage } from './collection/send-page.ts'
import { pageOfLists, requestedOrder, resolveFilter } from './collection/service.ts'
import { IncludeQuery, keyWithCounts, wantsCounts } from './counts.ts'
import { type DetailContext, showDetail } from './detail-service.ts'
import { docs } from './docs.ts'
import { ownersOnly } from './ownership/routes.ts'
import type { ListRow } from './queries.ts'
import {
  data,
  FEED_PARAMETERS,
  FeedQuery,
  LIST_PARAMETERS,
  ListDetail,
  ListPage,
  ListParams,
  ListQuery,
  SavedList,
} from './schemas.ts'
import { listTag, savedList } from './view.ts'
import { requireAnonymousUploads } from './writing/admission.ts'
import { fieldName, ListInput, PatchForm, UpdateForm } from './writing/input.ts'
import { patchList } from './writing/patch.ts'
import { createList, removeList, updateList } from './writing/service.ts'

interface ListRoutesOptions {
  context: DetailContext
  cached: CachedRoutes
  readForm: preValidationAsyncHookHandler
  upload: UploadLimits
}

export const listRoutes: FastifyPluginAsyncZod<ListRoutesOptions> = async (
  app,
  { context, cached, readForm, upload },
) => {
  /** If the operator requires accounts, refuses anonymous uploads before the body is read (401). */
  const refuseAnonymous: onRequestHookHandler = async ({ actor }) => {
    if (actor === null) requireAnonymousUploads(context)
  }

  app.get('/', {
    config: { cacheKey: (request) => pageKey(request, LIST_PARAMETERS) },
    schema: { ...docs.listLists, querystring: ListQuery, response: { 200: ListPage, 304: z.undefined() } },
    handler: async (request, reply) => {
      const make = makeListPage(context, request)
      if (make === null) return sendListPage(context, context.budget, request, reply)
      return cached.send(request, reply, (before) =>
        context.budget.reserve(pageBytes(request.query), () => make(before)),
      )
    },
  })

  app.get('/:slug', {
    config: { cacheKey: ({ params, query }) => keyWithCounts([(params as ListParams).slug], query) },
    schema: {
      ...docs.showList,
      params: ListParams,
      querystring: IncludeQuery,
      response: { 200: data(ListDetail), 304: z.undefined() },
    },
    handler: (request, reply) => {
      const address = { slug: request.params.slug, revision: null }
      const asked = { sender: null, hasCounts: wantsCounts(request.query) }
      return cached.send(request, reply, (before) => showDetail(context, address, asked, before))
    },
  })

  app.post('/', {
    config: { ability: 'create', fieldName, takesOnlyForms: true },
    onRequest: [allow, refuseAnonymous],
    preValidation: readForm,
    schema: { ...docs.createList, body: ListInput, response: { 201: data(SavedList) } },
    handler: async (request, reply) => {
      const { actor, body, headers } = request
      const key = headers['idempotency-key']?.toString()
      const { list: row, ownerKey, isReplay } = await createList(requestContext(context, request), actor, body, key)
      const list = savedList(row, context.urls)
      if (ownerKey !== null) withOwnerKey(reply, ownerKey)
      if (isReplay) replayed(reply)
      return tagged(createdAt(reply, list.links.self), listTag(row, context)).send({ data: list })
    },
  })

  const update = async (request: FastifyRequest<{ Params: ListParams; Body: ListInput }>, reply: FastifyReply) => {
    const { params, body, headers } = request
    const sender = requireSender(request)
    const list = await updateList(requestContext(context, request), sender, params.slug, body, headers['if-match'])
    tagged(reply, listTag(list, context))
    return { data: savedList(list, context.urls) }
  }
  const updateOptions = {
    config: { ability: 'update', ownerKey: true, fieldName },
    onRequest: ownersOnly(context),
    preValidation: readForm,
  } as const
  const updated = { params: ListParams, response: { 200: data(SavedList) } }

  app.post('/:slug', {
    ...updateOptions,
    schema: { ...docs.updateListByForm, ...updated, body: UpdateForm },
    handler: update,
  })
  app.put('/:slug', {
    ...updateOptions,
    schema: { ...docs.updateList, ...updated, body: ListInput },
    handler: update,
  })
  app.patch('/:slug', {
    ...updateOptions,
    schema: { ...docs.patchList, ...updated, body: PatchForm },
    handler: async (request, reply) => {
      const { params, body, headers } = request
      const sender = requireSender(request)
      const scoped = requestContext(context, request)
      const list = await patchList(scoped, sender, params.slug, body, headers['if-match'], upload)
      tagged(reply, listTag(list, context))
      return { data: savedList(list, context.urls) }
    },
  })

  app.delete('/:slug', {
    config: { ability: 'delete', ownerKey: true, worksOnFullDisk: true },
    onRequest: ownersOnly(context),
    schema: { ...docs.deleteList, params: ListParams, response: { 204: z.undefined() } },
    handler: async (request, reply) => {
      const { params, headers } = request
      const sender = requireSender(request)
      await removeList(requestContext(context, request), sender, params.slug, headers['if-match'])
      return reply.code(204).send(undefined)
    },
  })
}

export const feedRoutes: FastifyPluginAsyncZod<{ context: Context }> = async (app, { context }) => {
  app.get('/lists.atom', {
    schema: { ...docs.followLists, querystring: FeedQuery, response: { 200: z.string(), 304: z.undefined() } },
    handler: async (request, reply) => {
      const { query } = request
      const filter = await resolveFilter(context.db, query)
      const page = { skip: 0, take: DEFAULT_PAGE_SIZE }
      const { rows } = await pageOfLists(context, filter, requestedOrder(query), page, clientGone(reply))
      const body = feedOfLists(rows, feedParameters(searchOf(request)), context.urls)
      if (isKnown(request, reply, tagOfBytes(Buffer.from(body)))) return reply.code(304).send(undefined)
      return reply.type('application/atom+xml; charset=utf-8').send(body)
    },
  })
}

/** Returns the parameters that choose the lists of a feed. Others, such as those of trackers, do not change its id. */
function feedParameters(search: string): string {
  const parameters = [...new URLSearchParams(search)]
  const isKnown = (name: string) => name.startsWith('filter[') || FEED_PARAMETERS.includes(name) // or `filter[mod][0]`
  return new URLSearchParams(parameters.filter(([name]) => isKnown(name))).toString()
}

function feedOfLists(rows: readonly ListRow[], parameters: string, { api, website, site }: Urls): string {
  const query = parameters === '' ? '' : `?${parameters}`
  const times = rows.map(({ updatedAt }) => updatedAt.getTime())
  return atomFeed({
    id: tagUri(api, FIRST_DAY, `/v1/lists${query}`),
    title: `Lists of ${site?.name ?? 'this catalog'}`,
    author: site?.name ?? 'mod-list-catalog',
    updated: timestamp(new Date(Math.max(0, ...times))),
    self: `${api}/v1/lists.atom${query}`,
    alternate: `${website}/lists`,
    entries: rows.map((row) => ({
      id: tagUriOfList(api, row),
      title: [row.name, row.version].filter((text) => text !== null).join(' '),
      author: row.author?.name ?? 'anonymous',
      published: timestamp(row.createdAt),
      updated: timestamp(row.updatedAt),
      alternate: `${website}/lists/${row.slug}`,
      text: [row.game.name, row.description].filter((text) => text).join('\n\n'),
    })),
  })
}

/** A day on which the catalog's address belonged to its operator, as tag URIs need one. */
const FIRST_DAY = '2026-11-01'
