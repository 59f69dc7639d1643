import { CatalogError } from '../../errors.ts'
import { nexusDomain } from '../../games/nexus.ts'
import type { FileEntry } from '../../lists/hot-queries.ts'
import { keyOf } from '../../load-order/key.ts'
import type { Neighbours } from '../../load-order/reading/neighbours.ts'
import { partsOf } from '../../load-order/reading/read.ts'
import { storable } from '../../load-order/storable.ts'
import type { CompareContext } from '../differ.ts'
import { findListToRead } from '../load-orders/service.ts'
import { type CachedTask, storedFiles } from '../scheduler.ts'
import { loadFrom } from '../service.ts'

/** A mod or plugin, and the number of lists in which it is a neighbour. */
interface UsualNeighbour {
  name: string
  lists: number
}

/** Maximum number of neighbours on each side. */
const MOST = 5

/** Returns what usually comes directly before and after a mod or plugin in the orders of these lists, most lists first. */
export async function usualNeighbours(
  context: CompareContext,
  kind: 'mod' | 'plugin',
  name: string,
  slugs: readonly string[],
  signal: AbortSignal,
): Promise<{ before: UsualNeighbour[]; after: UsualNeighbour[] }> {
  const key = keyOf(storable(name.trim()))
  const found: (Neighbours | null)[] = []
  for (const slug of slugs) found.push(await neighboursInList(context, kind, key, slug, signal))
  const named = (side: keyof Neighbours) => mostCommon(found.flatMap((one) => one?.[side] ?? []))
  return { before: named('before'), after: named('after') }
}

/** Returns the neighbours in one list; null if the list has been deleted meanwhile, or if its files can't be read. */
async function neighboursInList(
  context: CompareContext,
  kind: 'mod' | 'plugin',
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
