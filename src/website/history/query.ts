import { z } from 'zod'
import type { CacheKey } from '../../http/cache/cached-response.ts'
import { lastOf, optionalParameter, pageParameters } from '../../http/request/paging.ts'

/** Parses the query string of a history page: `page`, from 1. Other parameters are ignored. */
export const HistoryQuery = z.object({ page: optionalParameter(pageParameters.page) })
export type HistoryQuery = z.output<typeof HistoryQuery>

/** Maximum length of a page number in a cache key, in characters. */
const MAX_NUMBER = 15

/** Returns the cache key of a history page. Undefined for an overlong page number. */
export function historyKey(slug: string, query: unknown): CacheKey {
  const page = String(lastOf((query as { page?: unknown }).page) ?? '')
  return page.length <= MAX_NUMBER ? [slug, page] : undefined
}
