import { DEFAULT_PAGE_SIZE } from '../../http/request/paging.ts'
import type { ListInRow } from '../../lists/collection/queries.ts'
import type { ListQuery } from '../../lists/schemas.ts'
import type { FoundNames } from '../../mods/search-service.ts'
import { plural } from '../../text/amounts.ts'
import { Page } from '../parts/document.tsx'
import { TickedLists } from '../parts/list-row.tsx'
import { Pager } from '../parts/pager.tsx'
import { listsPath, type Site } from '../parts/site.ts'
import { Unknown } from '../parts/tabs.tsx'
import { Names } from './names.tsx'
import { askedOf, feedPath } from './query.ts'
import { SearchForm } from './search-form.tsx'

/** One page of the collection and its filters. */
interface CollectionPageData {
  site: Site
  now: Date
  query: ListQuery
  games: readonly { name: string; lists_count: number }[]
  lists: readonly ListInRow[]
  total: number
  page: number
  isAfterDeletion: boolean
  /** What the address asks for and does not exist. */
  unknown: readonly string[]
  /** The mods and authors that the text of the search, or the name of a mod, finds. */
  names: FoundNames
  /** If no list matches: lists that have the first of these mods. */
  instead: readonly ListInRow[]
}

/** Number of lists on a page. */
export const SIZE = DEFAULT_PAGE_SIZE

export function CollectionPage(data: CollectionPageData) {
  const { site, now, query, games, lists, total, page, names, instead } = data
  const asked = askedOf(query)
  const { search, game, author, mod, plugin } = asked
  const what = [
    game,
    author !== undefined && `by ${author}`,
    mod !== undefined && `with the mod ${mod}`,
    plugin !== undefined && `with the plugin ${plugin}`,
    search !== undefined && `with “${search}”`,
  ]
  const about = what.filter((part) => typeof part === 'string').join(', ')
  const title = `Lists${about === '' ? '' : `: ${about}`}${page > 1 ? `, page ${page}` : ''}`
  const address = (number: number) =>
    listsPath({ ...site, base: '' }, { ...asked, page: number > 1 ? String(number) : undefined })
  const missing = total > 0 ? null : search === undefined ? 'mod' : 'list'
  return (
    <Page
      site={site}
      title={title}
      description={`${counted(total)}${about === '' ? '' : `: ${about}`}.`}
      path={address(page)}
      feed={feedPath(site, query)}
      script="lists.js"
    >
      <h1>Lists</h1>
      {data.isAfterDeletion && (
        <p class="card" role="status">
          The list was deleted, with its files and its history.
        </p>
      )}
      <Unknown what={data.unknown} />
      <SearchForm site={site} query={query} games={games} />
      {instead.length === 0 && <p class="count">{counted(total)}</p>}
      <Names site={site} game={game} names={names} missing={missing} />
      {lists.length > 0 && <TickedLists site={site} lists={lists} now={now} />}
      {lists.length === 0 && instead.length > 0 && <TickedLists site={site} lists={instead} now={now} />}
      {total + names.mods.length + names.authors.length === 0 && <Empty site={site} isFiltered={about !== ''} />}
      <Pager page={page} total={total} size={SIZE} address={(number) => site.base + address(number)} />
      <p class="meta">
        <a href={feedPath(site, query)}>Follow {about === '' ? 'new lists' : 'these lists'}</a>
      </p>
    </Page>
  )
}

function Empty({ site, isFiltered }: { site: Site; isFiltered: boolean }) {
  if (!isFiltered)
    return (
      <p class="empty">
        No public lists yet. <a href={`${site.base}/upload`}>Upload one</a>
      </p>
    )
  return (
    <p class="empty">
      No lists match your search. <a href={`${site.base}/lists`}>All lists</a>
    </p>
  )
}

const counted = (total: number) => `${total.toLocaleString('en')} ${plural('list', total)}`
