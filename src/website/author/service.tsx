import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { SIZE } from '../collection/page.tsx'
import { readPage } from '../collection/service.tsx'
import type { FoundPage } from '../found-page.ts'
import type { PageQuery } from '../parameters.ts'
import { siteOf } from '../parts/site.ts'
import { AuthorPage } from './page.tsx'

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
