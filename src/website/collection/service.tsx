import type { Context } from '../../context.ts'
import { gamesSql, readCountsByGame } from '../../games/queries.ts'
import type { GameSummary } from '../../games/schemas.ts'
import type { Range } from '../../http/request/paging.ts'
import { requestedRows } from '../../lists/collection/public-pages.ts'
import type { ListInRow } from '../../lists/collection/queries.ts'
import { isSearch, pageOfLists, requestedOrder, resolveFilter } from '../../lists/collection/service.ts'
import { addCounts } from '../../lists/queries.ts'
import type { ListQuery } from '../../lists/schemas.ts'
import { listSummary } from '../../lists/view.ts'
import { type FoundNames, searchNames } from '../../mods/search-service.ts'
import { earliest } from '../../text/timestamp.ts'
import { shownList } from '../components/shown-list.tsx'
import { siteOf } from '../components/site.ts'
import { nextChange } from '../components/time.tsx'
import type { FoundPage } from '../found-page.ts'
import { unknownOf } from '../parameters.ts'
import { CollectionPage, SIZE } from './page.tsx'
import { askedOf, type CollectionQuery, gameNamed } from './query.ts'

export async function findCollectionPage(
  context: Context,
  { query, page, isAfterDeletion, unknown }: CollectionQuery,
  signal: AbortSignal,
): Promise<FoundPage> {
  const found = await readPage(context, query, { skip: (page - 1) * SIZE, take: SIZE }, signal)
  const { games, total, lists, now, snapshot } = found
  const names = await namesOf(context, query, games, { isMissing: total === 0, page }, signal)
  const instead = total === 0 ? await readListsWith(context, query, names, signal) : NO_LISTS
  const change = earliest(found.change, instead.change)
  const { game } = askedOf(query)
  const isUnknown = game !== undefined && gameNamed(games, game) === undefined
  const wrong = isUnknown ? [...unknown, ...unknownOf('game', [], game)] : unknown
  const shown = { query, page, isAfterDeletion, unknown: wrong, games, lists, total, names, instead: instead.lists }
  const data = { site: siteOf(context.urls), now, ...shown }
  return {
    version: [shown, change],
    snapshot,
    validUntil: earliest(found.validUntil, instead.validUntil),
    render: () => <CollectionPage {...data} />,
  }
}

const NO_NAMES: FoundNames = { mods: [], authors: [] }

/** Finds the mods and authors that a search names. For a mod of which no list has the whole name, finds mods by a part of it. */
async function namesOf(
  context: Context,
  query: ListQuery,
  games: readonly GameSummary[],
  { isMissing, page }: { isMissing: boolean; page: number },
  signal: AbortSignal,
): Promise<FoundNames> {
  const { search, mod, game } = askedOf(query)
  const text = search ?? (isMissing ? mod : undefined)
  if (text === undefined || page > 1) return NO_NAMES
  const gameId = gameNamed(games, game)?.id
  if (game !== undefined && gameId === undefined) return NO_NAMES
  const names = await searchNames(context, { text, gameId }, signal)
  return search === undefined ? { ...names, authors: [] } : names
}

const NO_LISTS = { lists: [], change: null, validUntil: null }

/** Reads the first lists that have the first of the mods that a search found. */
async function readListsWith(context: Context, query: ListQuery, { mods: [mod] }: FoundNames, signal: AbortSignal) {
  if (mod === undefined) return NO_LISTS
  const { 'filter[search]': _, query: __, ...others } = query
  return readPage(context, { ...others, 'filter[mod]': mod.name }, { skip: 0, take: SIZE }, signal)
}

/** Reads the lists of a page, when their time left changes its words, and the games. Searches are never cached. */
export async function readPage(context: Context, query: ListQuery, page: Range, signal: AbortSignal) {
  const { rows, ...found } = isSearch(query)
    ? await searchedPage(context, query, page, signal)
    : await publicPage(context, query, page)
  const now = context.clock()
  const lists = rows.map(shownList<ListInRow>)
  const change = nextChange(lists, now)
  return { ...found, lists, now, change, validUntil: earliest(found.validUntil, change) }
}

async function publicPage(context: Context, query: ListQuery, page: Range) {
  const { ofPage, ...found } = await requestedRows<GameSummary[]>(context, query, page, gamesSql)
  return { ...found, games: ofPage }
}

async function searchedPage(context: Context, query: ListQuery, page: Range, signal: AbortSignal) {
  const filter = await resolveFilter(context.db, query)
  const { rows, total } = await pageOfLists(context, filter, requestedOrder(query), page, signal)
  await addCounts(context.db, rows)
  const { games } = await readCountsByGame(context.db, context.clock())
  return { rows: rows.map((row) => listSummary(row, context.urls)), total, games, snapshot: '', validUntil: null }
}
