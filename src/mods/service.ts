import type { Context, DataContext } from '../context.ts'
import type { Database, Db } from '../db/client.ts'
import { inTurn } from '../db/transaction.ts'
import { notFound } from '../errors.ts'
import type { Range } from '../http/request/paging.ts'
import { findIds, findIndexState } from '../lists/search/queries.ts'
import { searchedWords } from '../lists/search/words.ts'
import { keyOf } from '../load-order/key.ts'
import { storable } from '../text/storable.ts'
import {
  type CountedDetail,
  findCountedDetails,
  findHeldKeys,
  findMod,
  findMods,
  findModsByIds,
  findNamesOfLists,
  findNewestLists,
  type ListNames,
  type ModFilter,
  type ModOrder,
  type ModRow,
} from './queries.ts'
import type { ModQuery } from './schemas.ts'

const NEWEST_FIRST = { by: 'createdAt', direction: 'desc' } as const

export async function pageOfMods(
  { db, clock }: DataContext,
  gameId: number,
  query: Pick<ModQuery, 'filter[kind]' | 'filter[search]' | 'sort'>,
  page: Range,
  signal?: AbortSignal,
) {
  const search = query['filter[search]']
  const words = search === undefined ? undefined : searchedWords(search)
  const filter = { gameId, plugin: query['filter[kind]'] === 'plugin', words }
  return inTurn(db, signal, async () => {
    const found = await findMods(db, filter, orderOf(query), page)
    return { ...found, mods: await withShownNames(db, gameId, found.mods, clock()) }
  })
}

function orderOf({ sort = '-lists' }: Pick<ModQuery, 'sort'>): ModOrder {
  return { by: sort.endsWith('lists') ? 'lists' : 'name', direction: sort.startsWith('-') ? 'desc' : 'asc' }
}

/** Number of a name's newest lists in which its neighbours are counted. */
const LISTS = 1_000

const catalogKey = (name: string) => keyOf(storable(name.trim()))

/** Returns those of these names that have a page in the catalog, because a public list of the game holds them. */
export async function namesWithPages(
  { db }: Pick<Context, 'db'>,
  gameId: number,
  plugin: boolean,
  names: readonly string[],
): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const held = new Set(await findHeldKeys(db, { gameId, plugin }, names.map(catalogKey)))
  return new Set(names.filter((name) => held.has(catalogKey(name))))
}

/** Returns a mod or plugin of a game by its name, ignoring case. Throws if no public list holds it (404). */
export function requireMod(
  { db, clock }: DataContext,
  gameId: number,
  plugin: boolean,
  name: string,
  signal?: AbortSignal,
) {
  const filter = { gameId, plugin }
  return inTurn(db, signal, async () => {
    const now = clock()
    const state = await findIndexState(db) // first, so that the answer is not older than its snapshot
    const mod = await findMod(db, filter, catalogKey(name))
    if (mod === null) throw notFound(plugin ? 'Plugin' : 'Mod')
    const detailsOf = (type: 'version' | 'source') => findCountedDetails(db, gameId, [mod.id], type)
    const page = { skip: 0, take: LISTS }
    const { ids } = await findIds(db, { gameId, holds: [mod.id] }, NEWEST_FIRST, page, now)
    const lists = await findNamesOfLists(db, ids)
    const neighbours = await findNeighbours(db, filter, mod.id, countListsByName(lists), lists.length)
    const [named] = await withShownNames(db, gameId, [mod], now)
    return {
      ...state,
      mod: named ?? mod,
      versions: await detailsOf('version'),
      sources: await detailsOf('source'),
      beside: await withShownNames(db, gameId, neighbours, now),
    }
  })
}

/** A mod with its details. Its name is the spelling to show, as are those of the others. */
export type DetailedMod = Awaited<ReturnType<typeof requireMod>>

const NEIGHBOURS = 10

const CANDIDATES = 500

/** Finds the names with the largest overlap: first those with the most shared lists, then others near them. */
async function findNeighbours(
  db: Db,
  filter: ModFilter,
  id: number,
  counts: ReadonlyMap<number, number>,
  own: number,
): Promise<(ModRow & Neighbour)[]> {
  const candidates = [...counts].filter(([other]) => other !== id).sort(([, one], [, other]) => other - one)
  const bestOf = async (some: typeof candidates, known: readonly (ModRow & Neighbour)[] = []) => {
    const ids = some.map(([other]) => other)
    const rows = ids.length === 0 ? [] : await findModsByIds(db, filter, ids)
    const found = rows.map((row) => ({ ...row, both: counts.get(row.id) ?? 0 }))
    return [...known, ...found].sort(byOverlap(own)).slice(0, NEIGHBOURS)
  }
  const first = await bestOf(candidates.slice(0, CANDIDATES))
  const last = first[NEIGHBOURS - 1]
  const least = last === undefined ? 0 : overlap(own, last)
  const mayBeBest = ([, both]: [number, number]) => overlap(own, { both, lists: both }) >= least
  return bestOf(candidates.slice(CANDIDATES).filter(mayBeBest), first)
}

/** Number of a game's newest lists in which the current spelling of a name is looked up. */
const RECENT = 200

/** Returns rows with the spelling of the newest list as names. Reads lists only for names with several spellings. */
export async function withShownNames<Row extends Pick<ModRow, 'id' | 'name' | 'lists'>>(
  db: Database,
  gameId: number,
  rows: readonly Row[],
  now: Date,
): Promise<Row[]> {
  const ids = rows.map(({ id }) => id)
  const spellings = ids.length === 0 ? [] : await findCountedDetails(db, gameId, ids, 'spelling')
  if (spellings.length === 0) return [...rows]
  const recent = await findNamesOfLists(db, await findNewestLists(db, gameId, RECENT, now))
  const names = shownNames(rows, spellings, recent)
  return rows.map((row) => ({ ...row, name: names.get(row.id) ?? row.name }))
}

function countListsByName(lists: Iterable<Pick<ListNames, 'enabled' | 'disabled'>>): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { enabled, disabled } of lists) {
    for (const id of [...enabled, ...disabled]) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

interface Neighbour {
  key: string
  both: number
  lists: number
}

/** Returns the Jaccard index: lists with both names, divided by lists with either. */
const overlap = (own: number, { both, lists }: Pick<Neighbour, 'both' | 'lists'>): number =>
  both / (own + Math.max(lists, both) - both)

const byOverlap =
  (own: number) =>
  (one: Neighbour, other: Neighbour): number =>
    overlap(own, other) - overlap(own, one) || (one.key < other.key ? -1 : 1)

/** Returns the spelling to show for names: that of the newest list, or else the most common one. */
function shownNames(
  rows: readonly Pick<ModRow, 'id' | 'lists'>[],
  spellings: readonly CountedDetail[],
  lists: readonly ListNames[],
): Map<number, string> {
  const names = new Map<number, string>()
  const open = new Map<number, CountedDetail[]>()
  for (const spelling of spellings) open.set(spelling.nameId, [...(open.get(spelling.nameId) ?? []), spelling])
  for (const { enabled, disabled, details } of lists) {
    if (open.size === 0) break
    const held = new Set([...enabled, ...disabled])
    for (const [nameId, others] of open) {
      if (!held.has(nameId)) continue
      const spelling = others.find(({ id }) => details.includes(id))
      if (spelling !== undefined) names.set(nameId, spelling.value)
      open.delete(nameId)
    }
  }
  for (const { id, lists } of rows) {
    const others = open.get(id) ?? []
    const first = lists - others.reduce((sum, { lists }) => sum + lists, 0)
    const most = others.toSorted((one, other) => other.lists - one.lists)[0]
    if (most !== undefined && most.lists > first) names.set(id, most.value)
  }
  return names
}
