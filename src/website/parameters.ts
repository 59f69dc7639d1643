import { z } from 'zod'
import type { CacheKey } from '../http/cache/cached-response.ts'
import { lastOf } from '../http/request/paging.ts'

/** A parameter of a page's address; empty if it is missing. If it is sent several times, the last value wins. */
export const parameter = z.preprocess((value) => lastOf(value) ?? '', z.string())

/** Returns what an address asks for and does not exist, for components/tabs.tsx. A missing value is not named. */
export const unknownOf = (called: string, words: readonly string[], value: string): string[] =>
  value === '' || words.includes(value) ? [] : [`${called} “${value}”`]

/** Parses the number of a page, from 1. An invalid one counts as 1; `unknown` has it. */
export const pageNumber = parameter.transform((text) => {
  const isNumber = /^0*[1-9]\d{0,8}$/.test(text)
  return { page: isNumber ? Number(text) : 1, unknown: isNumber ? [] : unknownOf('page', [], text) }
})

/** Parses the query string of a page whose only parameter is the number of a page. */
export const PageQuery = z.object({ page: pageNumber }).transform(({ page }) => page)
export type PageQuery = z.output<typeof PageQuery>

export function pageKey(name: string, query: unknown): CacheKey {
  const { page, unknown } = PageQuery.parse(query)
  return unknown.length > 0 ? undefined : [name, page]
}
