import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { CompareContext } from '../../compare/differ.ts'
import { alignedOrdersOf, comparisonOf } from '../../compare/load-orders/comparison-service.ts'
import { CompareParams } from '../../compare/schemas.ts'
import { bytesOf, findPair, type ListPair, loadFrom, sidesOf, titleOf } from '../../compare/service.ts'
import type { Context } from '../../context.ts'
import { type FieldErrors, invalid } from '../../errors.ts'
import type { UploadLimits } from '../../http/request/upload.ts'
import { HTML } from '../../http/response/headers.ts'
import { requestedPublicPage } from '../../lists/collection/public-pages.ts'
import { parseVersion } from '../../lists/version-address.ts'
import { listSummary, listTag } from '../../lists/view.ts'
import { findSimilarLists } from '../../mods/similar-service.ts'
import { earliest } from '../../text/timestamp.ts'
import { acceptsHtml } from '../accepts.ts'
import { documentOf } from '../components/document.tsx'
import { shownList } from '../components/shown-list.tsx'
import { comparePath, siteOf } from '../components/site.ts'
import type { FoundPage } from '../found-page.ts'
import type { PageRoutesOptions } from '../send-page.ts'
import { fixPage } from '../take-over/service.tsx'
import { ChoiceQuery, readChoice } from './choice.ts'
import { ChooserPage } from './chooser.tsx'
import { shownDiffs } from './files-tab.tsx'
import { ComparePage } from './page.tsx'
import { CompareQuery, comparePageKey, searchOf } from './query.ts'

export const comparePageRoutes: FastifyPluginAsyncZod<PageRoutesOptions> = async (app, { context, upload, send }) => {
  app.get('/compare', {
    config: { cacheKey: ({ query }) => (Object.keys(query as object).length === 0 ? [] : undefined) },
    schema: { querystring: ChoiceQuery },
    handler: async (request, reply) => {
      const choice = request.query
      const { api, website } = context.urls
      const { slugs, errors } = readChoice(choice, [request.host, new URL(api).host, new URL(website).host])
      const [slug1, slug2] = slugs
      if (slug1 !== undefined && slug2 !== undefined && choice.more === 0) {
        return reply.redirect(comparePath(siteOf(context.urls), slug1, slug2), 303)
      }
      if (Object.keys(errors).length > 0) {
        if (!acceptsHtml(request.headers.accept)) throw invalid(errors)
        const { render } = await findChooserPage(context, upload, choice, errors)
        return reply
          .code(422)
          .type(HTML)
          .send(documentOf(await render()))
      }
      return send(request, reply, () => findChooserPage(context, upload, choice))
    },
  })

  app.get('/compare/:slug1/:slug2', {
    config: { cacheKey: ({ params, query }) => comparePageKey(params as CompareParams, query) },
    schema: { params: CompareParams, querystring: CompareQuery },
    handler: (request, reply) => {
      const { slug1, slug2 } = request.params
      return send(request, reply, (signal) => findComparePage(context, [slug1, slug2], request.query, signal))
    },
  })
}

async function findComparePage(
  context: CompareContext,
  slugs: readonly [first: string, second: string],
  query: CompareQuery,
  signal: AbortSignal,
): Promise<FoundPage> {
  const pair = await findPair(context, slugs, null)
  const { list1, list2, snapshot, validUntil } = pair
  return {
    version: [slugs, listTag(list1.row, context), listTag(list2.row, context), query],
    snapshot,
    validUntil,
    sourceBytes: bytesOf(list1, list2),
    render: async () => {
      const isFix = query.take !== '' && searchOf({ ...query, take: '' }, {}) === ''
      const fix = isFix ? await fixPage(context, pair, slugs, query, signal) : null
      if (fix !== null) return fix
      const shown = ({ row }: typeof list1) => shownList(listSummary(row, context.urls))
      const view = await comparisonOf(context, pair, query, signal)
      const diffs = view.tab === 'files' ? await shownDiffsOf(context, pair, signal) : []
      const orders = view.tab === 'order' ? await alignedOrdersOf(context, pair, signal) : null
      const lists = [shown(list1), shown(list2)] as const
      const names = { sides: sidesOf(pair), title: titleOf(pair) }
      return <ComparePage {...{ site: siteOf(context.urls), slugs, lists, ...names, query, view, diffs, orders }} />
    },
  }
}

/** Returns the lists most similar to the one in the first field; none if it is empty, or does not exist. */
async function similarToFirst(context: Context, first: string) {
  const found = await findSimilarLists(context, parseVersion(first).slug)
  const lists = found?.lists.map(({ row }) => listSummary(row, context.urls)) ?? []
  return { lists, validUntil: found?.validUntil ?? null }
}

const PROPOSED = 30

async function findChooserPage(
  context: Context,
  limits: UploadLimits,
  { more, ...choice }: ChoiceQuery,
  errors: FieldErrors = {},
): Promise<FoundPage> {
  const { rows, snapshot, validUntil } = await requestedPublicPage(context, {}, { skip: 0, take: PROPOSED })
  const newest = rows.map((row) => listSummary(row, context.urls))
  const similar = await similarToFirst(context, choice.first)
  const lists = new Map([...similar.lists, ...newest].map((list) => [list.slug, shownList(list)]))
  for (const chosen of [choice.first, choice.second]) lists.delete(parseVersion(chosen).slug)
  return {
    version: [[...lists.values()], choice, errors, more, limits],
    snapshot,
    validUntil: earliest(validUntil, similar.validUntil),
    render: () => {
      const data = { site: siteOf(context.urls), lists: [...lists.values()], choice, errors, more, limits }
      return <ChooserPage {...data} />
    },
  }
}

async function shownDiffsOf(context: CompareContext, { list1, list2 }: ListPair, signal: AbortSignal) {
  return shownDiffs(await context.differ.shownDiffs(list1.files, list2.files, loadFrom(context), signal))
}
