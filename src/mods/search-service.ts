import type { Context, DataContext } from '../context.ts'
import { inTurn } from '../db/transaction.ts'
import { pageOfLists, resolveFilter } from '../lists/collection/service.ts'
import { findAuthorsByName, findIndexState } from '../lists/search/queries.ts'
import { searchedWords } from '../lists/search/words.ts'
import { keyOf } from '../load-order/key.ts'
import { storable } from '../text/storable.ts'
import { findModsOfGames, type ModOfGames } from './queries.ts'
import { withShownNames } from './service.ts'

const MOST = 10

export interface FoundNames {
  mods: ModOfGames[]
  authors: { name: string; verified: boolean }[]
}

/**
 * Returns the mods and the authors that a text names, at most MOST of each; mods only of the game `gameId`, if given.
 */
export async function searchNames(
  { db, clock }: DataContext,
  { text, gameId }: { text: string; gameId?: number | undefined },
  signal?: AbortSignal,
): Promise<FoundNames> {
  const words = searchedWords(text)
  if (words.length === 0) return { mods: [], authors: [] }
  const now = clock()
  const search = { words, key: keyOf(storable(text.trim())), gameId }
  return inTurn(db, signal, async () => {
    const mods: ModOfGames[] = []
    for (const mod of await findModsOfGames(db, search, MOST))
      mods.push(...(await withShownNames(db, mod.gameId, [mod], now)))
    return { mods, authors: await findAuthorsByName(db, text.trim(), MOST, now) }
  })
}

export async function searchAll(context: Context, text: string, signal?: AbortSignal) {
  const filter = await resolveFilter(context.db, { 'filter[search]': text })
  const order = { by: 'createdAt', direction: 'desc' } as const
  const { rows, total } = await pageOfLists(context, filter, order, { skip: 0, take: MOST }, signal)
  const names = await searchNames(context, { text }, signal)
  return { ...names, lists: rows, total, isIncomplete: (await findIndexState(context.db)).isIncomplete }
}
