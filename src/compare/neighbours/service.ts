import type { Context } from '../../context.ts'
import { CatalogError, notFound } from '../../errors.ts'
import { nexusDomain } from '../../games/nexus.ts'
import type { Game } from '../../games/service.ts'
import { pageOfLists, requestedOrder, resolveFilter } from '../../lists/collection/service.ts'
import type { FileEntry } from '../../lists/hot-queries.ts'
import type { ListRow } from '../../lists/queries.ts'
import { findIndexState } from '../../lists/search/name-queries.ts'
import { keyOf } from '../../load-order/key.ts'
import type { Neighbours } from '../../load-order/reading/neighbours.ts'
import { partsOf } from '../../load-order/reading/read.ts'
import { storable } from '../../load-order/storable.ts'
import type { Kind } from '../../mods/view.ts'
import { earliest } from '../../text/timestamp.ts'
import type { CompareContext } from '../differ.ts'
import { findListToRead } from '../load-orders/service.ts'
import { type CachedTask, storedFiles } from '../scheduler.ts'
import { loadFrom } from '../service.ts'

/** Number of a name's newest lists in which its neighbours are looked up. */
const LISTS = 10

/** Returns the newest public lists of a game that hold a mod or plugin, at most LISTS. */
export async function newestHolders(
  context: Context,
  game: Game,
  kind: Kind,
  name: string,
  signal: AbortSignal,
): Promise<ListRow[]> {
  const query = { [`filter[${kind}]`]: name, 'filter[game]': game.name }
  const filter = await resolveFilter(context.db, query)
  const { rows } = await pageOfLists(context, filter, requestedOrder(query), { skip: 0, take: LISTS }, signal)
  return rows
}

/** Returns the usual neighbours of a mod or plugin of a game. Throws if no public list holds it (404). */
export async function findNeighbours(
  context: CompareContext,
  game: Game,
  kind: Kind,
  name: string,
  signal: AbortSignal,
) {
  const state = await findIndexState(context.db.pool) // first, so that the answer is not older than its snapshot
  const holders = await newestHolders(context, game, kind, name, signal)
  if (holders.length === 0) throw notFound(kind === 'plugin' ? 'Plugin' : 'Mod')
  const validUntil = earliest(...holders.map(({ expiresAt }) => expiresAt))
  return { ...state, validUntil, neighbours: await usualNeighbours(context, kind, name, holders, signal) }
}

/** A mod or plugin, and the number of lists in which it is a neighbour. */
interface UsualNeighbour {
  name: string
  lists: number
}

/** Maximum number of neighbours on each side. */
const MOST = 5

/** What usually comes directly before and after a mod or plugin, most lists first. */
export interface UsualNeighbours {
  /** Number of lists whose order has been read. */
  lists: number
  before: UsualNeighbour[]
  after: UsualNeighbour[]
}

/** Returns what usually comes directly before and after a mod or plugin in the orders of these lists. */
export async function usualNeighbours(
  context: CompareContext,
  kind: Kind,
  name: string,
  lists: readonly Pick<ListRow, 'slug'>[],
  signal: AbortSignal,
): Promise<UsualNeighbours> {
  const key = keyOf(storable(name.trim()))
  const found: Neighbours[] = []
  for (const { slug } of lists) {
    const neighbours = await neighboursInList(context, kind, key, slug, signal)
    if (neighbours !== null) found.push(neighbours)
  }
  const named = (side: keyof Neighbours) => mostCommon(found.flatMap((one) => one[side] ?? []))
  return { lists: found.length, before: named('before'), after: named('after') }
}

/** Returns the neighbours in one list; null if the list has been deleted meanwhile, or if its files can't be read. */
async function neighboursInList(
  context: CompareContext,
  kind: Kind,
  key: string,
  slug: string,
  signal: AbortSignal,
): Promise<Neighbours | null> {
  try {
    const { row, files } = await findListToRead(context, slug)
    const { logs, load } = await context.differ.findLogs(files, loadFrom(context), signal)
    const read = files.filter(({ cleanName, hash }) => partsOf(cleanName, logs.get(hash)).includes(`${kind}s`))
    const domain = nexusDomain(row.game)
    const task: CachedTask<FileEntry> = {
      key: `neighbours ${kind} ${domain} ${read.map(({ hash }) => hash).join(' ')} ${key}`,
      files: read,
      run: (pool, contents) => pool.run('neighbours', { ...storedFiles(read, contents), domain, kind, key }),
    }
    return JSON.parse((await context.differ.run(task, load, signal)).toString())
  } catch (error) {
    if (error instanceof CatalogError && (error.kind === 'not_found' || error.kind === 'invalid')) return null
    throw error
  }
}

/** Returns the most common names, ignoring case. Names of equally many lists are in the order of their first list. */
function mostCommon(names: readonly string[]): UsualNeighbour[] {
  const counts = new Map<string, UsualNeighbour>()
  for (const name of names) {
    const counted = counts.get(keyOf(name))
    if (counted) counted.lists++
    else counts.set(keyOf(name), { name, lists: 1 })
  }
  return [...counts.values()].sort((one, other) => other.lists - one.lists).slice(0, MOST)
}
