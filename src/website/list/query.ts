import { z } from 'zod'
import { LISTING_TABS } from '../../load-order/reading/listing.ts'
import { parameter, unknownOf } from '../parameters.ts'

export const STATES = ['all', 'on', 'off'] as const

/**
 * Parses the tab and the filter of a list's page. `history` is the address of the history. `links=1` links the names of
 * a page that has too many for that, for browsers without scripts.
 */
export const ListPageQuery = z
  .object({ tab: parameter, state: parameter, q: parameter, links: parameter })
  .transform(({ tab, state, q, links }) => ({
    tab: LISTING_TABS.find((one) => one === tab),
    isHistory: tab === 'history',
    state: STATES.find((one) => one === state) ?? 'all',
    text: q.trim(),
    isLinked: links === '1',
    unknown: [...unknownOf('tab', [...LISTING_TABS, 'history'], tab), ...unknownOf('filter', STATES, state)],
  }))
export type ListPageQuery = z.output<typeof ListPageQuery>

export const DEFAULT_QUERY = ListPageQuery.parse({})

/** Returns the cache key of a state of a list's page. Undefined for typed filters, which rarely repeat. */
export function listPageKey(slug: string, query: unknown): unknown[] | undefined {
  const { tab = '', isHistory, state, text, isLinked, unknown } = ListPageQuery.parse(query)
  return text !== '' || isHistory || unknown.length > 0 ? undefined : [slug, tab, state, isLinked]
}
