import { DEFAULT_PAGE_SIZE } from '../../http/request/paging.ts'
import type { ListInRow } from '../../lists/collection/queries.ts'
import type { ListQuery } from '../../lists/schemas.ts'
import type { FoundNames } from '../../mods/search-service.ts'
import { plural } from '../../text/amounts.ts'
import { type Chip, Chips } from '../components/chip.tsx'
import { Page } from '../components/document.tsx'
import { TickedLists } from '../components/list-row.tsx'
import { Pager } from '../components/pager.tsx'
import { NameLink } from '../components/shown-list.tsx'
import { authorPath, listsPath, type Site } from '../components/site.ts'
import { Unknown } from '../components/tabs.tsx'
import { askedOf, feedPath, gameNamed } from './query.ts'

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

interface NamesData {
  site: Site
  /** The game whose mods were searched; undefined for all games. */
  game: string | undefined
  names: FoundNames
  /** What no list or mod is named; null if there are such lists. */
  missing: 'list' | 'mod' | null
}

/** The mods and authors that a search found, with links to their lists. */
function Names({ site, game, names: { mods, authors }, missing }: NamesData) {
  const [best, ...others] = mods
  const linkTo = ({ name }: { name: string }) => <NameLink to={listsPath(site, { game, mod: name })} name={name} />
  return (
    <>
      {best !== undefined && (
        <p role="status">
          {missing !== null && `No ${missing} is named so; `}
          {best.lists.toLocaleString('en')} {best.lists === 1 ? 'list has' : `${plural('list', best.lists)} have`} the
          mod {linkTo(best)}
        </p>
      )}
      {others.length > 0 && (
        <p class="meta">
          More mods:
          {others.map((mod) => (
            <span key={mod.name}>
              {linkTo(mod)} {mod.lists.toLocaleString('en')}
            </span>
          ))}
        </p>
      )}
      {authors.length > 0 && (
        <p class="meta">
          {plural('Author', authors.length)}:
          {authors.map(({ name }) => (
            <span key={name}>
              <NameLink to={authorPath(site, name)} name={name} />
            </span>
          ))}
        </p>
      )}
    </>
  )
}

const SORTS = {
  '-created': 'newest first',
  '-updated': 'recently updated first',
  created: 'oldest first',
  updated: 'least recently updated first',
}

interface SearchFormData {
  site: Site
  query: ListQuery
  games: readonly { name: string; lists_count: number }[]
}

/** The filters that only links set. */
const FILTERS = [
  ['mod', 'Mod'],
  ['author', 'Author'],
  ['plugin', 'Plugin'],
] as const

/** The search of the collection in one line, and its games as chips. */
function SearchForm({ site, query, games }: SearchFormData) {
  const asked = askedOf(query)
  const { search, game, sort } = asked
  return (
    <>
      <form class="search" action={`${site.base}/lists`}>
        <label>
          Search <input type="search" name="search" value={search} placeholder="Name, description, author, mod" />
        </label>
        {FILTERS.map(([name, label]) =>
          asked[name] === undefined ? null : (
            <label key={name}>
              {label} <input name={name} value={asked[name]} />
            </label>
          ),
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
        {gameNamed(games, game) !== undefined && <input type="hidden" name="game" value={game} />}
        <button type="submit" class="plain">
          Search
        </button>
      </form>
      <Chips label="Games" chips={chipsOf({ site, query, games })} />
    </>
  )
}

/** Returns a chip for each game that has lists, and for the chosen one. The game with the most lists comes first. */
function chipsOf({ site, query, games }: SearchFormData): Chip[] {
  const asked = askedOf(query)
  const chosen = gameNamed(games, asked.game)
  return games
    .filter((game) => game.lists_count > 0 || game === chosen)
    .toSorted((one, other) => other.lists_count - one.lists_count)
    .map((game) => ({
      tone: 'other',
      text: `${game.name} ${game.lists_count.toLocaleString('en')}`,
      to: listsPath(site, { ...asked, game: game === chosen ? undefined : game.name }),
      isChosen: game === chosen,
    }))
}
