import { z } from 'zod'
import type { CacheKey } from '../../http/cache/cached-response.ts'
import { ListQuery, SORTS } from '../../lists/schemas.ts'
import { nameKey } from '../../text/name-key.ts'
import { apiPath, type Site } from '../components/site.ts'
import { pageNumber, parameter, unknownOf } from '../parameters.ts'

/** Maps each query parameter of the collection page to the API's parameter. */
const PARAMETERS: Readonly<Record<string, string>> = {
  search: 'filter[search]',
  game: 'filter[game]',
  author: 'filter[author]',
  mod: 'filter[mod]',
  plugin: 'filter[plugin]',
  sort: 'sort',
}

/** Reads the parameters of an address. An order or page that does not exist counts as not given; `unknown` has it. */
function read(address: Record<string, unknown>) {
  const { page, unknown } = pageNumber.parse(address.page)
  const wrongOrder = unknownOf('order', SORTS, given(address, 'sort') ?? '')
  const names = Object.keys(PARAMETERS).filter((name) => name !== 'sort' || wrongOrder.length === 0)
  return {
    values: Object.fromEntries(names.map((name) => [name, given(address, name)])),
    page,
    isAfterDeletion: 'deleted' in address,
    unknown: [...wrongOrder, ...unknown],
  }
}

/** Parses a page's query string into the API's query, without its page. `isAfterDeletion`: a list was just deleted. */
export const CollectionQuery = z.record(z.string(), z.unknown()).transform((address) => {
  const { values, ...others } = read(address)
  const asked = Object.entries(values).map(([name, value]) => [PARAMETERS[name], value])
  return { query: ListQuery.parse(Object.fromEntries(asked)), ...others }
})
export type CollectionQuery = z.output<typeof CollectionQuery>

const given = (address: Record<string, unknown>, name: string): string | undefined =>
  parameter.parse(address[name]) || undefined

/** Returns the path of the feed with the newest lists that a query finds. */
export function feedPath(site: Site, query: ListQuery): string {
  const { sort: _, ...asked } = askedOf(query)
  const parameters = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [[PARAMETERS[name] ?? name, value]],
  )
  const text = new URLSearchParams(parameters).toString()
  return apiPath(site, `/lists.atom${text === '' ? '' : `?${text}`}`)
}

/** Maximum length of a cache key, in characters. Pages with longer addresses are not cached. */
const MAX_KEY = 1_024

/** Returns the cache key of a page; undefined for searches, deletions and what does not exist. */
export function collectionKey(address: unknown): CacheKey {
  const { values, page, isAfterDeletion, unknown } = read(address as Record<string, unknown>)
  const { search, mod, plugin, ...filters } = values
  const isSearch = [search, mod, plugin].some((text) => text !== undefined)
  if (isSearch || isAfterDeletion || unknown.length > 0) return undefined
  const key = [...Object.values(filters), page]
  return JSON.stringify(key).length > MAX_KEY ? undefined : key
}

/** Returns the parameters of the page's address for a query, without the number of the page. */
export const askedOf = (query: ListQuery) => ({
  search: query['filter[search]'],
  game: query['filter[game]'],
  author: query['filter[author]'],
  mod: query['filter[mod]'],
  plugin: query['filter[plugin]'],
  sort: query.sort,
})

/** Returns the game with a name. Case and Unicode normalization don't matter. */
export function gameNamed<Game extends { name: string }>(games: readonly Game[], text = ''): Game | undefined {
  const key = nameKey(text)
  return games.find(({ name }) => nameKey(name) === key)
}
