import type { ListInRow } from '../../lists/collection/queries.ts'
import { counted } from '../../text/amounts.ts'
import { SIZE } from '../collection/page.tsx'
import { feedPath } from '../collection/query.ts'
import { Page } from '../parts/document.tsx'
import { TickedLists } from '../parts/list-row.tsx'
import { Pager } from '../parts/pager.tsx'
import { Name } from '../parts/shown-list.tsx'
import { authorPath, type Site } from '../parts/site.ts'
import { Unknown } from '../parts/tabs.tsx'

/** One page of an author's public lists, newest first. */
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

export function AuthorPage({ site, now, author: { name, verified }, lists, total, page, unknown }: AuthorPageData) {
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
