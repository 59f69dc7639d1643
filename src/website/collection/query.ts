import { z } from 'zod'
import type { CacheKey } from '../../http/cache/cached-response.ts'
import { lastOf } from '../../http/request/paging.ts'
import { ListQuery } from '../../lists/schemas.ts'
import { apiPath, type Site } from '../parts/site.ts'

/** Maps each query parameter of the collection page to the API's parameter. */
const PARAMETERS: Readonly<Record<string, string>> = {
  search: 'filter[search]',
  game: 'filter[game]',
  author: 'filter[author]',
  mod: 'filter[mod]',
  plugin: 'filter[plugin]',
  sort: 'sort',
  page: 'page',
}

/** Parses a page's query string into the API's query. Other parameters are ignored. */
export const CollectionQuery = z.preprocess((query) => {
  const values = Object.entries(PARAMETERS).map(([name, meant]) => [meant, given(query, name)] as const)
  const asked = Object.fromEntries(values.filter(([, value]) => value !== undefined))
  return isAfterDeletion(query) ? { ...asked, deleted: true } : asked
}, ListQuery)

function given(query: unknown, name: string): unknown {
  const value = lastOf((query as Record<string, unknown>)[name])
  return value === '' ? undefined : value
}

/** Returns whether the query says that a list was just deleted. */
export const isAfterDeletion = (query: unknown): boolean => 'deleted' in (query as object)

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

/**
 * Returns the cache key of a page. Undefined for a search and after a deletion, because such requests rarely repeat.
 */
export function collectionKey(query: unknown): CacheKey {
  const isSearch = ['search', 'mod', 'plugin'].some((name) => given(query, name) !== undefined)
  if (isSearch || isAfterDeletion(query)) return undefined
  const key = Object.keys(PARAMETERS).map((name) => given(query, name))
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
