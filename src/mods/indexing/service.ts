import type { Context, DataContext } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { isUnavailable } from '../../db/failures.ts'
import { lock, transactLong } from '../../db/transaction.ts'
import { findContents } from '../../lists/stored-files-queries.ts'
import type { IndexedNames } from '../../load-order/reading/indexed.ts'
import { READERS_VERSION } from '../../load-order/reading/kinds.ts'
import { findListsToRead, type ListToRead } from './list-queries.ts'
import type { ListReader } from './list-reader.ts'
import { deleteUnheldNames } from './name-queries.ts'
import { findQueueState, noteFailure, type QueuedList, queueEverything, takeLists } from './queue-queries.ts'
import { type ReadList, storeLists } from './storing-service.ts'

/*
 * Indexes the mods and plugins of lists. Problem: their files are of any size, and an upload can't wait for them; no
 * list may be lost or counted twice. Approach: triggers queue each changed list, in the transaction of the change.
 * Servers take lists for some seconds, read their files in a worker, and store batches in one transaction each, which
 * also takes them out of the queue. Guarantee: a list that fails goes behind all others; after three attempts it is set
 * aside and delays nobody. Tests: test/mods/; test/mods/set-aside.test.ts.
 */

/** Maximum number of lists that are taken from the queue at once. */
const LISTS = 200

/** Approximate maximum number of names in one transaction, which bounds how long it holds up the event loop. */
const NAMES = 20_000

/** Indexes all waiting lists. Newer readers queue all lists again; a server with older ones does nothing. */
export async function indexAll(context: DataContext, reader: ListReader, signal?: AbortSignal): Promise<void> {
  const { db, clock } = context
  while (signal?.aborted !== true) {
    const { version, isWaiting } = await findQueueState(db, clock())
    if (version < READERS_VERSION)
      await transactLong(db, (transaction) => queueEverything(transaction, READERS_VERSION))
    else if (version > READERS_VERSION || !isWaiting || !(await indexSome(context, reader, signal))) return
  }
}

async function indexSome(context: DataContext, reader: ListReader, signal: AbortSignal | undefined): Promise<boolean> {
  const taken = await takeLists(context.db, LISTS, context.clock())
  const found = await findListsToRead(
    context.db,
    taken.map(({ listId }) => listId),
  )
  let batch: ReadList[] = []
  for (const queued of taken) {
    if (signal?.aborted) return true
    const list = found.get(queued.listId)
    const read =
      list === undefined ? { ...queued, changeId: null, names: NOTHING } : await readList(context, reader, queued, list)
    if (read !== null) batch.push(read)
    if (countNames(batch) < NAMES) continue
    await store(context, reader, batch)
    batch = []
  }
  await store(context, reader, batch)
  return taken.length > 0
}

const NOTHING: IndexedNames = { mods: null, plugins: null, crashPlace: null }

const countNames = (lists: readonly ReadList[]): number =>
  lists.reduce((sum, { names: { mods, plugins } }) => sum + (mods?.names.length ?? 0) + (plugins?.names.length ?? 0), 0)

/** Reads a list. Returns null if that failed, and the list will be tried again. */
async function readList(
  { db }: Pick<Context, 'db'>,
  reader: ListReader,
  queued: QueuedList,
  { changeId, domain, files }: ListToRead,
): Promise<ReadList | null> {
  // A file that is gone was deleted with a change of the list, which has queued it again.
  const stored = await findContents(db, files)
  try {
    const names = await reader.read({
      files: stored.map(({ content }) => content),
      names: stored.map(({ cleanName }) => cleanName),
      domain,
    })
    return { ...queued, changeId, names }
  } catch (error) {
    return failed(db, reader, { ...queued, changeId }, error)
  }
}

/** Counts a failed attempt. Returns null if the list will be tried again; a list that is set aside holds nothing. */
async function failed(
  db: Db,
  reader: ListReader,
  list: Omit<ReadList, 'names'>,
  error: unknown,
): Promise<ReadList | null> {
  reader.signal?.throwIfAborted()
  if (!(await noteFailure(db, list))) return null
  reader.logSetAside(list.listId, error)
  return { ...list, rows: [], names: NOTHING }
}

/** Stores lists. If that fails, each is stored alone, until only the list at fault is left. */
async function store(context: DataContext, reader: ListReader, lists: readonly ReadList[]): Promise<void> {
  const [first, ...others] = lists
  if (first === undefined) return
  try {
    await storeLists(context, reader, lists)
  } catch (error) {
    reader.signal?.throwIfAborted()
    if (isUnavailable(error)) throw error
    if (others.length === 0) {
      const aside = await failed(context.db, reader, first, error)
      if (aside !== null) await storeLists(context, reader, [aside])
    } else for (const list of lists) await store(context, reader, [list])
  }
}

/** Milliseconds between two sweeps. Each reads all counts, and new lists are not found meanwhile. */
const EVERY_MS = 24 * 3_600_000

/**
 * Deletes names and details that no list holds any longer, at most once a day, or after `every` milliseconds. No list
 * is indexed meanwhile, so none holds the id of a name that is gone.
 */
export async function sweepNames({ db, clock }: DataContext, every = EVERY_MS): Promise<number> {
  const now = clock()
  const last = { lte: new Date(now.getTime() - every) }
  const turn = await db.modReaders.updateMany({
    where: { OR: [{ sweptAt: null }, { sweptAt: last }] },
    data: { sweptAt: now },
  })
  if (turn.count === 0) return 0
  return transactLong(db, async (transaction) => {
    await lock(transaction, 'modIndex')
    return deleteUnheldNames(transaction)
  })
}
