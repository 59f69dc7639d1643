import { z } from 'zod'
import { ROW_KINDS } from '../../load-order/rendering/comparison/rows.ts'
import { COMPARISON_TABS, type ComparisonQuery } from '../../load-order/rendering/comparison/view.ts'
import { parameter, unknownOf } from '../parameters.ts'

/** Joins the ticks of an address, which are one value in a link, and one for each box in a form. */
const ticks = z.preprocess(
  (value) =>
    [value ?? []]
      .flat()
      .filter((one) => typeof one === 'string' && one !== '')
      .join('.'),
  z.string(),
)

/** The state of a comparison's page, and what in its address does not exist. */
export interface CompareQuery extends ComparisonQuery {
  unknown: string[]
}

/** Parses the state of a comparison's page. A tab or kind that does not exist counts as not given. */
export const CompareQuery = z
  .object({ tab: parameter, kind: parameter, q: parameter, off: parameter, all: parameter, take: ticks })
  .transform(
    ({ tab, kind, q, off, all, take }): CompareQuery => ({
      tab: COMPARISON_TABS.find((one) => one === tab),
      kind: ROW_KINDS.find((one) => one === kind),
      text: q.trim(),
      hidesOff: off === 'hide',
      isFull: all === '1',
      take,
      unknown: [
        ...unknownOf('tab', COMPARISON_TABS, tab),
        ...unknownOf('filter', ROW_KINDS, kind),
        ...unknownOf('filter', ['hide'], off),
        ...unknownOf('filter', ['1'], all),
      ],
    }),
  )

/** Returns the query string of a state, with the changes of `change`. */
export function searchOf(query: ComparisonQuery, change: Partial<ComparisonQuery>): string {
  const { tab, kind, text, hidesOff, isFull, take } = { ...query, ...change }
  const values = { tab, kind, q: text, off: hidesOff ? 'hide' : '', all: isFull ? '1' : '', take }
  const given = Object.entries(values).filter((pair): pair is [string, string] => !!pair[1])
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** Returns the cache key of a state. Undefined for typed filters and ticks, which rarely repeat. */
export function comparePageKey(params: object, query: unknown): unknown[] | undefined {
  const { take, text, unknown, tab, kind, hidesOff, isFull } = CompareQuery.parse(query)
  if (take !== '' || text !== '' || unknown.length > 0) return undefined
  return [...Object.values(params), tab ?? '', kind ?? '', String(hidesOff), String(isFull)]
}
