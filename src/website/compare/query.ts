import { z } from 'zod'
import { ROW_KINDS } from '../../load-order/rendering/comparison/rows.ts'
import { COMPARISON_TABS, type ComparisonQuery } from '../../load-order/rendering/comparison/view.ts'
import { pageNumber, parameter, unknownOf } from '../parameters.ts'

/** Joins the ticks of an address, which are one value in a link, and one for each box in a form. */
const ticks = z.preprocess(
  (value) =>
    [value ?? []]
      .flat()
      .filter((one) => typeof one === 'string' && one !== '')
      .join('.'),
  z.string(),
)

/** The page of all rows. Without it, the page shows the first rows of each kind. */
const allRows = parameter.transform((text) => {
  const { page, unknown } = pageNumber.parse(text)
  return { page: text === '' || unknown.length > 0 ? 0 : page, unknown }
})

export interface CompareQuery extends ComparisonQuery {
  unknown: string[]
}

/** Parses the state of a comparison's page. A tab or kind that does not exist counts as not given. */
export const CompareQuery = z
  .object({ tab: parameter, kind: parameter, q: parameter, off: parameter, all: allRows, take: ticks })
  .transform(
    ({ tab, kind, q, off, all: { page, unknown }, take }): CompareQuery => ({
      tab: COMPARISON_TABS.find((one) => one === tab),
      kind: ROW_KINDS.find((one) => one === kind),
      text: q.trim(),
      hidesOff: off === 'hide',
      page,
      take,
      unknown: [
        ...unknownOf('tab', COMPARISON_TABS, tab),
        ...unknownOf('filter', ROW_KINDS, kind),
        ...unknownOf('filter', ['hide'], off),
        ...unknown,
      ],
    }),
  )

/** Returns the query string of a state, with the changes of `change`. */
export function searchOf(query: ComparisonQuery, change: Partial<ComparisonQuery>): string {
  const given = valuesOf({ ...query, ...change })
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** Returns the names and values of the parameters of a state. */
export function valuesOf({ tab, kind, text, hidesOff, page, take }: ComparisonQuery): [name: string, value: string][] {
  const values = { tab, kind, q: text, off: hidesOff ? 'hide' : '', all: page === 0 ? '' : String(page), take }
  return Object.entries(values).filter((pair): pair is [string, string] => !!pair[1])
}

/** Returns the cache key of a state. Undefined for typed filters and ticks, which rarely repeat. */
export function comparePageKey(params: object, query: unknown): unknown[] | undefined {
  const { take, text, unknown, tab, kind, hidesOff, page } = CompareQuery.parse(query)
  if (take !== '' || text !== '' || unknown.length > 0) return undefined
  return [...Object.values(params), tab ?? '', kind ?? '', String(hidesOff), String(page)]
}
