import type { ListQuery, ListSummary } from '../../lists/schemas.ts'
import { plural } from '../../text/amounts.ts'
import { Page } from '../parts/document.tsx'
import { TickedLists } from '../parts/list-row.tsx'
import { Pager } from '../parts/pager.tsx'
import { listsPath, type Site } from '../parts/site.ts'
import { isAfterDeletion } from './query.ts'

/** One page of the collection and its filters. */
interface CollectionPageData {
  site: Site
  now: Date
  query: ListQuery
  games: readonly { name: string }[]
  lists: readonly ListSummary[]
  total: number
  page: number
}

/** Number of lists on a page. */
export const SIZE = 30

const SORTS = {
  '-created': 'newest first',
  '-updated': 'recently updated first',
  created: 'oldest first',
  updated: 'least recently updated first',
}

export function CollectionPage({ site, now, query, games, lists, total, page }: CollectionPageData) {
  const { 'filter[search]': search, 'filter[game]': game, 'filter[author]': author, sort } = query
  const { 'filter[mod]': mod, 'filter[plugin]': plugin } = query
  const what = [
    game,
    author !== undefined && `by ${author}`,
    mod !== undefined && `with the mod ${mod}`,
    plugin !== undefined && `with the plugin ${plugin}`,
    search !== undefined && `with “${search}”`,
  ]
  const about = what.filter((part) => typeof part === 'string').join(', ')
  const title = `Lists${about === '' ? '' : `: ${about}`}${page > 1 ? `, page ${page}` : ''}`
  const address = (number: number) => {
    const asked = { search, game, author, mod, plugin, sort, page: number > 1 ? String(number) : undefined }
    return listsPath({ ...site, base: '' }, asked)
  }
  return (
    <Page
      site={site}
      title={title}
      description={`${counted(total)}${about === '' ? '' : `: ${about}`}.`}
      path={address(page)}
      script="lists.js"
    >
      <h1>Lists</h1>
      {isAfterDeletion(query) && (
        <p class="card" role="status">
          The list was deleted, with its files and its history.
        </p>
      )}
      <form class="search" action={`${site.base}/lists`}>
        <label>
          Search <input type="search" name="search" value={search} placeholder="Name, description, author or game" />
        </label>
        <button type="submit">Search</button>
        <label>
          Game{' '}
          <select name="game">
            <option value="">all games</option>
            {games.map(({ name }) => (
              <option key={name} value={name} selected={name.toLowerCase() === game?.toLowerCase()}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Author <input name="author" value={author} />
        </label>
        <div class="field">
          <label for="mod">Mod</label>
          <input id="mod" name="mod" value={mod} autocomplete="off" />
        </div>
        {plugin !== undefined && (
          <label>
            Plugin <input name="plugin" value={plugin} />
          </label>
        )}
        <label>
          Sort{' '}
          <select name="sort">
            {Object.entries(SORTS).map(([value, name]) => (
              <option key={value} value={value === '-created' ? '' : value} selected={value === sort}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </form>
      <p class="count">{counted(total)}</p>
      {lists.length === 0 ? (
        <Empty site={site} total={total} isFiltered={about !== ''} />
      ) : (
        <TickedLists site={site} lists={lists} now={now} />
      )}
      <Pager page={page} total={total} size={SIZE} address={(number) => site.base + address(number)} />
    </Page>
  )
}

function Empty({ site, total, isFiltered }: { site: Site; total: number; isFiltered: boolean }) {
  if (total === 0 && !isFiltered)
    return (
      <p class="empty">
        No public lists yet. <a href={`${site.base}/upload`}>Upload one</a>
      </p>
    )
  return (
    <p class="empty">
      {total === 0 ? 'No lists match your search.' : 'This page does not exist.'}{' '}
      <a href={`${site.base}/lists`}>All lists</a>
    </p>
  )
}

const counted = (total: number) => `${total.toLocaleString('en')} ${plural('list', total)}`
