import type { Context } from '../../context.ts'
import type { Statements } from '../../db/client.ts'
import { inTurn, readConsistently } from '../../db/reads.ts'
import { startedOf } from '../../db/snapshot.ts'
import { type BoundedCache, createBoundedCache } from '../../limits/bounded-cache.ts'
import { changeOf } from '../etag.ts'
import type { ListQuery } from '../schemas.ts'
import { listSummary } from '../view.ts'
import { findPageIds, findSummaries, type PageIds } from './page-queries.ts'
import { requestedOrder } from './service.ts'

/**
 * Number of lists before a page from which on the page is a heavy read: its statement goes through the index entries of all
 * of them, so few such pages are read at a time.
 */
const FAR = 10_000

/** A page of public lists as JSON texts, and the snapshot of the database that it was read from. */
export interface PublicPage {
  snapshot: string
  validUntil: Date | null
  total: number
  items: string[]
  /** Names the lists of the page and the last change of each. */
  version: string
}

/** A list as collections show it. */
interface Summary {
  json: string
  /** Names the list and its last change. */
  version: string
}

export interface PageSource extends Context {
  /**
   * Lists by id and stamp, and by the start of the server that gave both: a server that has lost writes gives the same
   * numbers to other lists.
   */
  summaries: BoundedCache<Summary>
}

export const pageSource = (context: Context, maxBytes: number): PageSource => ({
  ...context,
  summaries: createBoundedCache(maxBytes, ({ json, version }) => json.length + version.length, {
    lifetimeMs: SUMMARY_MS,
  }),
})

/** Stamps come round after 4 billion changes: there would have to be a million a second. */
const SUMMARY_MS = 3_600_000

/** Finds the page of public lists that a query asks for. A page past the end is empty, and its total is right. */
export async function requestedPublicPage(
  source: PageSource,
  query: ListQuery,
  page: { skip: number; take: number },
): Promise<PublicPage> {
  const { db, clock } = source
  const filter = { game: query['filter[game]'], author: query['filter[author]'] }
  const order = requestedOrder(query)
  const now = clock()
  const read = () =>
    readConsistently(db, async (statements): Promise<PublicPage | null> => {
      const { generation } = db.snapshots
      const { snapshot, total, validUntil, ...found } = await findPageIds(statements, filter, order, page, now)
      const lists = await summaries(source, statements, { snapshot, ...found }, generation)
      if (lists === null) return null
      const version = lists.map(({ version }) => version).join()
      return { snapshot, validUntil, total, items: lists.map(({ json }) => json), version }
    })
  return page.skip > FAR ? inTurn(db, undefined, read) : read()
}

/** Each list with that very stamp; null if one has another by now, or another server was asked. */
async function summaries(
  { summaries, urls }: PageSource,
  db: Statements,
  { snapshot, ids, stamps }: Pick<PageIds, 'snapshot' | 'ids' | 'stamps'>,
  generation: number,
): Promise<Summary[] | null> {
  const nameOf = (started: string, id: number, stamp: number | undefined) => `${generation} ${started} ${id} ${stamp}`
  const names = ids.map((id, index) => nameOf(startedOf(snapshot), id, stamps[index]))
  const found = names.map((name) => summaries.get(name))
  const missing = ids.filter((_, index) => found[index] === undefined)
  summaries.hits += ids.length - missing.length
  summaries.misses += missing.length
  if (missing.length > 0) {
    const read = new Map<string, Summary>()
    for (const row of await findSummaries(db, missing)) {
      const name = nameOf(row.started, row.id, row.stamp)
      const summary = { json: JSON.stringify(listSummary(row, urls)), version: `${row.id} ${changeOf(row)}` }
      summaries.set(name, summary)
      read.set(name, summary)
    }
    for (const [index, name] of names.entries()) found[index] ??= read.get(name)
  }
  const known = found.filter((summary) => summary !== undefined)
  return known.length === names.length ? known : null
}
