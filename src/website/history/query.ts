import { z } from 'zod'
import { lastOf, pageParameters } from '../../http/request/paging.ts'

/** What an address of a history asks for: `page`, from 1; other parameters are ignored. */
export const HistoryQuery = z.object({
  page: z.preprocess((value) => (lastOf(value) === '' ? undefined : value), pageParameters.page),
})
export type HistoryQuery = z.output<typeof HistoryQuery>

/** As long as numbers of pages are that need no zeros in front. */
const MAX_NUMBER = 15

/** What a page of a history is cached by; undefined for a number that is not worth it. */
export function historyKey(slug: string, query: unknown): string | undefined {
  const page = lastOf((query as { page?: unknown } | null)?.page) ?? ''
  return typeof page === 'string' && page.length <= MAX_NUMBER ? `${slug} ${page}` : undefined
}
