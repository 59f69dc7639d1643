import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { anonymousKey } from '../../http/cache/cached-routes.ts'
import { type Operation, operations, taggedView } from '../../http/openapi/operation.ts'
import { senderOf } from '../../http/request/authentication.ts'
import { envelope, requestedPage } from '../../http/request/paging.ts'
import { entityTag } from '../../http/response/entity-tag.ts'
import { pageKey, searchOf } from '../../lists/collection/send-page.ts'
import { historyOf } from '../../lists/revisions/service.ts'
import { ListParams } from '../../lists/schemas.ts'
import { jsonInTurns } from '../../text/json.ts'
import type { FoundChanges } from '../differ.ts'
import { UNREADABLE } from '../docs.ts'
import { groupParameter } from '../schemas.ts'
import { type CompareRoutesOptions, parametersOf, viewSender } from '../send-pair.ts'
import { bytesOf } from '../service.ts'
import { CHANGELOG_PARAMETERS, ChangelogPage, ChangelogQuery, PAGE_SIZE } from './schemas.ts'
import {
  changesIn,
  type EntryHead,
  entriesOf,
  entryHeads,
  type FoundChangelog,
  feedHead,
  filesIn,
  partOf,
} from './service.ts'

const about = {
  ...taggedView('changelog', { 404: 'There is no such list.', ...UNREADABLE }),
} satisfies Partial<Operation>

const SEEN =
  'If the list is public, only its author, with any valid token, sees revisions that were private. For others, the ' +
  'remaining revisions are compared.'

const docs = operations('Lists', {
  showChangelog: {
    ...about,
    summary: 'View the changelog of a list',
    description:
      'Returns the changes of each revision, newest first, in the format of `/changes`. A page has ten revisions; ' +
      `\`page[size]\` is ignored. ${SEEN} If the changes on a page take several megabytes, the arrays of its oldest ` +
      'revisions are cut short; counts are exact.',
    responseDescriptions: { ...about.responseDescriptions, 200: 'A page of the changelog.' },
  },
  showChangelogAsText: {
    ...about,
    summary: 'View the changelog of a list as Markdown',
    description: `Returns the latest ten revisions in the format of \`/changes.md\`, for a forum or release notes. ${SEEN}`,
    produces: ['text/markdown'],
  },
  showChangelogAsFeed: {
    ...about,
    summary: 'Follow the changelog of a list as an Atom feed',
    description:
      'Returns the latest ten revisions. The title of each entry is its version and a summary of the changes; the content ' +
      `is its Markdown, as HTML. ${SEEN}`,
    produces: ['application/atom+xml'],
  },
})

interface ChangelogView {
  type: string
  /** Returns what the body depends on, other than the entries. */
  rest(found: FoundChangelog): object
  bodyOf(
    entries: { heads: EntryHead[]; changes: (FoundChanges | undefined)[] },
    found: FoundChangelog,
    signal: AbortSignal,
  ): Promise<Buffer | string>
}

const slugKey = (request: FastifyRequest) =>
  anonymousKey(request, [(request.params as ListParams).slug, ...parametersOf(request, 'by')])

const changelogKey = (request: FastifyRequest) => {
  const [slug, page] = [slugKey(request), pageKey(request, CHANGELOG_PARAMETERS)]
  return slug && page && [...slug, ...page]
}

export const changelogRoutes: FastifyPluginAsyncZod<CompareRoutesOptions> = async (app, { context, ...options }) => {
  const { urls, differ } = context
  const sendView = viewSender(options)

  function sendChangelog(
    request: FastifyRequest<{ Params: ListParams }>,
    reply: FastifyReply,
    number: number,
    view: ChangelogView,
  ) {
    return sendView(request, reply, async (signal) => {
      const part = { from: (number - 1) * PAGE_SIZE, size: PAGE_SIZE }
      const found = partOf(await historyOf(context, request.params.slug, senderOf(request)), part)
      const heads = entryHeads(found)
      const contents = [found.revisions, found.before ?? []].flat().map(({ files }) => files.map(({ hash }) => hash))
      return {
        name: 'changelog',
        type: view.type,
        tag: entityTag(view.type, heads, contents, view.rest(found)),
        snapshot: found.snapshot,
        validUntil: found.row.expiresAt,
        sourceBytes: bytesOf({ files: filesIn(found) }),
        make: async () => view.bodyOf({ heads, changes: await changesIn(context, found, signal) }, found, signal),
      }
    })
  }

  app.get('/changelog', {
    config: { token: 'optional', ownerKey: true, cacheKey: changelogKey },
    schema: {
      ...docs.showChangelog,
      params: ListParams,
      querystring: ChangelogQuery,
      response: { 200: ChangelogPage, 304: z.undefined() },
    },
    handler: (request, reply) => {
      const page = { ...requestedPage(request.query), size: PAGE_SIZE }
      const rest = ({ row, total, revisions }: FoundChangelog) => {
        const path = `${urls.api}/v1/lists/${row.slug}/changelog`
        return envelope(page, { path, search: searchOf(request), total, shown: revisions.length })
      }
      return sendChangelog(request, reply, page.number, {
        type: 'application/json; charset=utf-8',
        rest,
        bodyOf: ({ heads, changes }, found) => jsonInTurns({ data: entriesOf(heads, changes), ...rest(found) }),
      })
    },
  })

  const asText = (by: string | undefined): ChangelogView => ({
    type: 'text/markdown; charset=utf-8',
    rest: ({ row: { name } }) => ({ name, by }),
    bodyOf: (entries, { row: { name } }, signal) => differ.changelog({ ...entries, name, by }, signal),
  })
  const asFeed: ChangelogView = {
    type: 'application/atom+xml; charset=utf-8',
    rest: (found) => ({ name: found.row.name, feed: feedHead(found, urls) }),
    bodyOf: (entries, found, signal) =>
      differ.changelog({ ...entries, name: found.row.name, feed: feedHead(found, urls) }, signal),
  }
  const config = { token: 'optional', ownerKey: true, cacheKey: slugKey } as const
  const schema = { params: ListParams, response: { 200: z.string(), 304: z.undefined() } }
  app.get('/changelog.md', {
    config,
    schema: { ...docs.showChangelogAsText, ...schema, querystring: z.object(groupParameter) },
    handler: (request, reply) => sendChangelog(request, reply, 1, asText(request.query.by)),
  })
  app.get('/changelog.atom', {
    config,
    schema: { ...docs.showChangelogAsFeed, ...schema },
    handler: (request, reply) => sendChangelog(request, reply, 1, asFeed),
  })
}
