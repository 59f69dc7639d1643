import type { Context } from '../../context.ts'
import type { Statements } from '../../db/client.ts'
import { readConsistently } from '../../db/reads.ts'
import { startedOf } from '../../db/snapshot.ts'
import { findGameByName } from '../../games/queries.ts'
import { type BoundedCache, createBoundedCache } from '../../limits/bounded-cache.ts'
import { nameKey } from '../../text/name-key.ts'
import { changeOf } from '../etag.ts'
import type { ListQuery } from '../schemas.ts'
import { listSummary } from '../view.ts'
import type { ListOrder, PublicFilter } from '../visibility-queries.ts'
import { findPosition } from './counter-queries.ts'
import {
  findAuthor,
  findPageIds,
  findPageIdsFrom,
  findSummaries,
  type PageFilter,
  type PageIds,
} from './page-queries.ts'
import { requestedOrder } from './service.ts'

/** So far from either end a page is found by counting from there; beyond, by the number of lists of each day. */
const NEAR = 300

/** A page of public lists as JSON texts, and the snapshot of the database that it was read from. */
export interface PublicPage {
  snapshot: string
  validUntil: Date | null
  total: number
  items: string[]
  /** Another one whenever an item is another, or another version of the same list; never the same again. */
  version: string
  /** Whether the author of the filter still goes by that name. */
  isAuthor: boolean
}

/** A list as collections show it. */
interface Summary {
  json: string
  /** Names the list and its last change. */
  version: string
}

export interface PageSource extends Context {
  /**
   * By id and stamp, and by the server that gave both, up to its last crash: what has lost writes gives the same numbers to
   * others.
   */
  summaries: BoundedCache<Summary>
  /** Ids by the keys of names that were there once: games stay, and of authors the page asks again. */
  games: BoundedCache<{ id: number }>
  authors: BoundedCache<{ id: number }>
  /** How many lists there were last time, by filter: a hint where to look. */
  totals: BoundedCache<{ total: number }>
}

export function pageSource(context: Context, maxBytes: number): PageSource {
  const small = <Value extends object>() => createBoundedCache<Value>(maxBytes > 0 ? SMALL_BYTES : 0, () => 0)
  return {
    ...context,
    summaries: createBoundedCache(maxBytes, ({ json, version }) => json.length + version.length, {
      lifetimeMs: SUMMARY_MS,
    }),
    games: small(),
    authors: small(),
    totals: small(),
  }
}

/** Stamps come round after 4 billion changes: there would have to be a million a second. */
const SUMMARY_MS = 3_600_000

/** Room for some thousand names, or numbers. */
const SMALL_BYTES = 2 ** 20

/** The page of the public lists that a query asks for. Past the end there are no items, and the total is right. */
export async function requestedPublicPage(
  source: PageSource,
  query: ListQuery,
  page: { skip: number; take: number },
): Promise<PublicPage> {
  const game = query['filter[game]']
  const author = query['filter[author]']
  const gameId = game === undefined ? undefined : await gameNamed(source, game)
  const found = author === undefined ? undefined : await authorNamed(source, author)
  if (gameId === null || found?.id === null) {
    const snapshot = found?.snapshot ?? (await readAuthor(source, '')).snapshot
    return { snapshot, validUntil: null, total: 0, items: [], version: '', isAuthor: true }
  }
  const filter = {
    ...(gameId !== undefined && { gameId }),
    ...(found !== undefined && author !== undefined && { authorId: found.id, authorKey: nameKey(author) }),
  }
  const answer = await publicPage(source, filter, requestedOrder(query), page, source.clock())
  if (answer.isAuthor || author === undefined) return answer
  source.authors.delete(nameKey(author))
  return requestedPublicPage(source, query, page)
}

async function gameNamed({ db, games }: PageSource, name: string): Promise<number | null> {
  const id = games.get(name)?.id ?? (await findGameByName(db, name))?.id
  if (id !== undefined) games.set(name, { id })
  return id ?? null
}

async function authorNamed(source: PageSource, name: string): Promise<{ snapshot?: string; id: number | null }> {
  const { authors } = source
  const known = authors.get(nameKey(name))
  if (known !== undefined) return known
  const found = await readAuthor(source, nameKey(name))
  if (found.id !== null) authors.set(nameKey(name), { id: found.id })
  return found
}

const readAuthor = ({ db }: PageSource, key: string) =>
  readConsistently(db, (statements) => findAuthor(statements, key))

function publicPage(
  source: PageSource,
  filter: PageFilter,
  order: ListOrder,
  page: { skip: number; take: number },
  now: Date,
): Promise<PublicPage> {
  return readConsistently(source.db, (statements) => readPage(source, statements, filter, order, page, now))
}

/** Null if the database changed in a way that tells. */
async function readPage(
  source: PageSource,
  db: Statements,
  filter: PageFilter,
  order: ListOrder,
  { skip, take }: { skip: number; take: number },
  now: Date,
): Promise<PublicPage | null> {
  const { generation } = source.db.snapshots
  const found =
    skip <= NEAR
      ? await findPageIds(db, filter, order, { skip, take }, now)
      : ((await fromTheEnd()) ?? (await farPage()))
  if (found === null) return null
  source.totals.set(filterKey(filter), { total: found.total })
  const shown = await summaries(source, db, found, generation)
  return (
    shown && { ...found, items: shown.map(({ json }) => json), version: shown.map(({ version }) => version).join() }
  )

  /** Null where the end is not near, or not where it was. */
  async function fromTheEnd() {
    const { total: expected } = source.totals.get(filterKey(filter)) ?? {}
    if (expected === undefined || expected - skip > NEAR) return null
    const behindOf = (total: number) => Math.max(0, total - skip - take)
    const behind = behindOf(expected)
    const found = await findPageIds(db, filter, reversed(order), { skip: behind, take }, now)
    if (behind !== behindOf(found.total)) return null
    const count = Math.max(0, found.total - skip - behind)
    const page = (numbers: number[]) => numbers.slice(0, count).reverse()
    return { ...found, ids: page(found.ids), stamps: page(found.stamps) }
  }

  async function farPage() {
    const { snapshot, validUntil, total, start } = await findPosition(db, filter, order, skip, now)
    if (total === 0) return findPageIds(db, filter, order, { skip, take }, now) // which looks whether there is such an author
    if (start === null) return { snapshot, validUntil, total, ids: [], stamps: [], isAuthor: true }
    const page = await findPageIdsFrom(db, filter, order, start, take, now)
    return page.snapshot === snapshot ? { ...page, total } : null
  }
}

const filterKey = ({ gameId, authorId }: PublicFilter) => `${gameId} ${authorId}`

const reversed = ({ by, direction }: ListOrder): ListOrder => ({ by, direction: direction === 'asc' ? 'desc' : 'asc' })

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
