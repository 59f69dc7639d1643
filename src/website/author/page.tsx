import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import type { ListInRow } from '../../lists/collection/queries.ts'
import { counted } from '../../text/amounts.ts'
import { SIZE } from '../collection/page.tsx'
import { feedPath } from '../collection/query.ts'
import { readPage } from '../collection/service.tsx'
import { Page } from '../components/document.tsx'
import { TickedLists } from '../components/list-row.tsx'
import { Pager } from '../components/pager.tsx'
import { Name } from '../components/shown-list.tsx'
import { authorPath, type Site, siteOf } from '../components/site.ts'
import { Unknown } from '../components/tabs.tsx'
import type { FoundPage } from '../found-page.ts'
import type { PageQuery } from '../parameters.ts'

interface AuthorPageData {
  site: Site
  now: Date
  author: { name: string; verified: boolean }
  lists: readonly ListInRow[]
  total: number
  page: number
  /** What the address asks for and does not exist. */
  unknown: readonly string[]
}

function AuthorPage({ site, now, author: { name, verified }, lists, total, page, unknown }: AuthorPageData) {
  return (
    <Page
      site={site}
      title={`Lists by ${name}${page > 1 ? `, page ${page}` : ''}`}
      description={`${counted(total, 'mod list')} by ${name}.`}
      path={authorPath({ ...site, base: '' }, name, page)}
      feed={feedPath(site, { 'filter[author]': name })}
    >
      <h1>
        Lists by <Name of={name} />
      </h1>
      <p class="meta">
        <span>{counted(total, 'public list')}</span>
        {verified && <span>verified author</span>}
      </p>
      <Unknown what={unknown} />
      <TickedLists site={site} lists={lists} now={now} />
      <Pager page={page} total={total} size={SIZE} address={(number) => authorPath(site, name, number)} />
    </Page>
  )
}

/** Finds a page of an author's lists. 404 past the last page, and for users without public lists, to hide them. */
export async function findAuthorPage(
  context: Context,
  name: string,
  { page, unknown }: PageQuery,
  signal: AbortSignal,
): Promise<FoundPage> {
  const found = await readPage(context, { 'filter[author]': name }, { skip: (page - 1) * SIZE, take: SIZE }, signal)
  const { lists, total, now, change, snapshot, validUntil } = found
  const author = lists[0]?.author
  if (author === null || author === undefined) throw notFound('Author')
  const data = { site: siteOf(context.urls), now, author, lists, total, page, unknown }
  return {
    version: [lists, total, page, unknown, change],
    snapshot,
    validUntil,
    render: () => <AuthorPage {...data} />,
  }
}
