import { z } from 'zod'
import type { Context } from '../../context.ts'
import { requireGame } from '../../games/service.ts'
import type { CacheKey } from '../../http/cache/cached-response.ts'
import { pageOfLists, requestedOrder, resolveFilter } from '../../lists/collection/service.ts'
import { addCounts } from '../../lists/queries.ts'
import { listSummary } from '../../lists/view.ts'
import { KINDS } from '../../mods/schemas.ts'
import { pageOfMods, requireMod } from '../../mods/service.ts'
import { type Kind, modDetail, modSummary } from '../../mods/view.ts'
import { shownList } from '../components/shown-list.tsx'
import { siteOf } from '../components/site.ts'
import { nextChange } from '../components/time.tsx'
import type { FoundPage } from '../found-page.ts'
import { pageNumber, parameter, unknownOf } from '../parameters.ts'
import { GamePage, ModPage, SIZE } from './page.tsx'

/** Parses the query of a game's page. Invalid values count as not given; `unknown` has them. */
export const GameQuery = z
  .object({ search: parameter, kind: parameter, page: pageNumber })
  .transform(({ search, kind, page: { page, unknown } }) => ({
    search: search.trim() === '' ? undefined : search,
    kind: KINDS.find((one) => one === kind) ?? 'mod',
    page,
    unknown: [...unknownOf('filter', KINDS, kind), ...unknown],
  }))
export type GameQuery = z.output<typeof GameQuery>

/** Returns the cache key of a game's page. Undefined for a search and for invalid values, which rarely repeat. */
export function gameKey(game: string, query: unknown): CacheKey {
  const { search, kind, page, unknown } = GameQuery.parse(query)
  return search === undefined && unknown.length === 0 ? [game, kind, page] : undefined
}

/** Finds the page of a game with its most used mods or plugins (404 if the game does not exist). */
export async function findGamePage(
  context: Context,
  name: string,
  { search, kind, page, unknown }: GameQuery,
  signal: AbortSignal,
): Promise<FoundPage> {
  const game = await requireGame(context, name)
  const query = { 'filter[kind]': kind, 'filter[search]': search, sort: undefined }
  const found = await pageOfMods(context, game.id, query, { skip: (page - 1) * SIZE, take: SIZE }, signal)
  const data = {
    site: siteOf(context.urls),
    game: game.name,
    asked: { kind, search },
    mods: found.mods.map((mod) => modSummary(mod, kind, game, context.urls)),
    total: found.total,
    page,
    unknown,
    isIncomplete: found.isIncomplete,
  }
  return {
    version: [data],
    snapshot: found.snapshot,
    validUntil: null,
    render: () => <GamePage {...data} />,
  }
}

const LISTS = 10

export async function findModPage(
  context: Context,
  gameName: string,
  kind: Kind,
  name: string,
  signal: AbortSignal,
): Promise<FoundPage> {
  const game = await requireGame(context, gameName)
  const found = await requireMod(context, game.id, kind === 'plugin', name, signal)
  const mod = modDetail(found, kind, game, context.urls)
  const query = { [`filter[${kind}]`]: name, 'filter[game]': game.name }
  const filter = await resolveFilter(context.db, query)
  const { rows } = await pageOfLists(context, filter, requestedOrder(query), { skip: 0, take: LISTS }, signal)
  await addCounts(context.db, rows)
  const lists = rows.map((row) => shownList(listSummary(row, context.urls)))
  const now = context.clock()
  const change = nextChange(lists, now)
  const data = { site: siteOf(context.urls), now, game: game.name, mod, lists, isIncomplete: found.isIncomplete }
  return {
    version: [game, mod, lists, rows.map(({ changeId }) => changeId), change, found.isIncomplete],
    snapshot: found.snapshot,
    validUntil: change,
    render: () => <ModPage {...data} />,
  }
}
