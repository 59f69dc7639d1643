import type { Context } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import type { Prisma } from '../../db/generated/client.ts'
import { inTurn, readConsistently } from '../../db/transaction.ts'
import type { Range } from '../../http/request/paging.ts'
import { wantsCounts } from '../counts.ts'
import { findByIds, findPageIds } from '../hot-queries.ts'
import { type ListCounts, type ListRow, UNKNOWN_COUNTS } from '../queries.ts'
import type { ListQuery } from '../schemas.ts'
import { countsSql, type ListInRow, rowSql, rowView } from './queries.ts'
import { requestedOrder } from './service.ts'

/** Offset from which a page is an expensive read: its statement scans the index entries of all lists before it. */
const FAR = 10_000

interface PublicPage {
  snapshot: string
  validUntil: Date | null
  total: number
  rows: ListRow[]
}

/** Returns the page of public lists that a query asks for. A page past the end is empty and has the correct total. */
export function requestedPublicPage({ db, clock }: Context, query: ListQuery, page: Range): Promise<PublicPage> {
  const now = clock()
  const hasCounts = wantsCounts(query)
  const extra = hasCounts ? { ofList: countsSql } : {}
  const { filter, order } = asked(query)
  return inTurnIfFar(db, page, () =>
    readConsistently(db, async (db): Promise<PublicPage | null> => {
      const found = await findPageIds<ListCounts | null>(db, filter, order, page, now, extra)
      const { ids, changeIds, ofLists, snapshot, validUntil, total } = found
      const rows = ids.length === 0 ? [] : await findByIds(db, ids)
      // A list has changed since its id was read.
      if (changeIds.some((changeId, at) => rows[at]?.changeId !== changeId)) return null
      if (hasCounts) for (const [at, row] of rows.entries()) row.counts = ofLists[at] ?? UNKNOWN_COUNTS
      return { rows, total, snapshot, validUntil }
    }),
  )
}

/** Returns the rows of a page of public lists with the value of `ofPage`, by one statement. */
export async function requestedRows<OfPage>(
  { db, clock }: Context,
  query: ListQuery,
  page: Range,
  ofPage: (now: Date) => Prisma.Sql,
) {
  const now = clock()
  const { filter, order } = asked(query)
  const extra = { ofList: rowSql, ofPage: ofPage(now) }
  const { ofLists, ...found } = await inTurnIfFar(db, page, () =>
    findPageIds<ListInRow, OfPage>(db, filter, order, page, now, extra),
  )
  return { ...found, rows: ofLists.map(rowView) }
}

const asked = (query: ListQuery) => ({
  filter: { game: query['filter[game]'], author: query['filter[author]'] },
  order: requestedOrder(query),
})

const inTurnIfFar = <T>(db: Database, { skip }: Range, read: () => Promise<T>): Promise<T> =>
  skip > FAR ? inTurn(db, undefined, read) : read()
