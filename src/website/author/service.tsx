import { notFound } from '../../errors.ts'
import type { PageSource } from '../../lists/collection/public-pages.ts'
import { earliest } from '../../text/timestamp.ts'
import { readPage, SIZE } from '../collection/service.tsx'
import type { FoundPage } from '../found-page.ts'
import { siteOf } from '../parts/site.ts'
import { nextChange } from '../parts/time.tsx'
import { AuthorPage } from './page.tsx'

/** Finds a page of an author's lists. 404 past the last page, and for users without public lists, to hide them. */
export async function findAuthorPage(
  source: PageSource,
  name: string,
  number: number,
  signal: AbortSignal,
): Promise<FoundPage> {
  const found = await readPage(source, { 'filter[author]': name }, { skip: (number - 1) * SIZE, take: SIZE }, signal)
  const { lists, total, snapshot } = found
  const author = lists[0]?.author
  if (author === null || author === undefined) throw notFound('Author')
  const now = source.clock()
  const change = nextChange(lists, now)
  const lastPage = Math.ceil(total / SIZE)
  const data = { site: siteOf(source.urls), now, author, lists, total, page: number, lastPage }
  return {
    version: [lists, total, number, change],
    snapshot,
    validUntil: earliest(found.validUntil, change),
    render: () => <AuthorPage {...data} />,
  }
}
