import { z } from 'zod'
import type { CompareContext } from '../../compare/differ.ts'
import { usualNeighbours } from '../../compare/neighbours/service.ts'
import { requireGame } from '../../games/service.ts'
import type { CacheKey } from '../../http/cache/cached-response.ts'
import { lastOf, optionalParameter } from '../../http/request/paging.ts'
import type { PageSource } from '../../lists/collection/public-pages.ts'
import { pageOfMods, requireMod } from '../../mods/service.ts'
import { type Kind, modDetail, modSummary } from '../../mods/view.ts'
import { searchedPage } from '../collection/service.tsx'
import { wholeNumber } from '../form/fields.ts'
import type { FoundPage } from '../found-page.ts'
import { shownList } from '../parts/shown-list.tsx'
import { siteOf } from '../parts/site.ts'
import { nextChange } from '../parts/time.tsx'
import { GamePage, SIZE } from './game-page.tsx'
import { ModPage } from './mod-page.tsx'

/** The query of a game's page. Invalid values are ignored. */
export const GameQuery = z.object({
  search: optionalParameter(z.string()),
  kind: z.preprocess(lastOf, z.enum(['mod', 'plugin']).catch('mod')),
  page: z.preprocess(lastOf, wholeNumber(1e9, 1)),
})
export type GameQuery = z.output<typeof GameQuery>

/** Returns the cache key of a game's page. Undefined for a search, which rarely repeats. */
export function gameKey(game: string, query: unknown): CacheKey {
  const { search, kind, page } = GameQuery.parse(query)
  return search === undefined ? [game, kind, page] : undefined
}

/** Finds the page of a game with its most used mods or plugins (404 if the game does not exist). */
export async function findGamePage(
  context: PageSource,
  name: string,
  { search, kind, page }: GameQuery,
  signal: AbortSignal,
): Promise<FoundPage> {
  const game = await requireGame(context, name)
  const query = { 'filter[kind]': kind, 'filter[search]': search?.trim() === '' ? undefined : search, sort: undefined }
  const found = await pageOfMods(context, game.id, query, { skip: (page - 1) * SIZE, take: SIZE }, signal)
  const data = {
    site: siteOf(context.urls),
    game: game.name,
    asked: { kind, search },
    mods: found.mods.map((mod) => modSummary(mod, kind, game, context.urls)),
    total: found.total,
    page,
    isIncomplete: found.isIncomplete,
  }
  return {
    version: [data],
    snapshot: found.snapshot,
    validUntil: null,
    render: () => <GamePage {...data} />,
  }
}

/** Number of lists on the page of a mod, from which its neighbours are read. */
const LISTS = 10

/** Finds the page of a mod or plugin (404). */
export async function findModPage(
  source: PageSource,
  context: CompareContext,
  gameName: string,
  kind: Kind,
  name: string,
  signal: AbortSignal,
): Promise<FoundPage> {
  const game = await requireGame(source, gameName)
  const found = await requireMod(source, game.id, kind === 'plugin', name, signal)
  const mod = modDetail(found, kind, game, source.urls)
  const query = { [`filter[${kind}]`]: name, 'filter[game]': game.name }
  const { rows, ...newest } = await searchedPage(source, query, { skip: 0, take: LISTS }, signal)
  const lists = newest.lists.map(shownList)
  const now = source.clock()
  const change = nextChange(lists, now)
  const data = { site: siteOf(source.urls), now, game: game.name, mod, lists, isIncomplete: found.isIncomplete }
  return {
    version: [game, mod, lists, rows.map(({ changeId }) => changeId), change, found.isIncomplete],
    snapshot: found.snapshot,
    validUntil: change,
    render: async () => {
      const slugs = lists.map(({ slug }) => slug)
      const neighbours = await usualNeighbours(context, kind, name, slugs, signal)
      return <ModPage {...{ ...data, neighbours }} />
    },
  }
}
