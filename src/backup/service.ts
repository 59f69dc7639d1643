import { createHash } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Context } from '../context.ts'
import { isConflict, isRefusedValue } from '../db/failures.ts'
import { type Connection, transactBackup } from '../db/transaction.ts'
import { CatalogError } from '../errors.ts'
import { wordsOfList } from '../lists/search/service.ts'
import {
  type BackupRecord,
  type Counts,
  headerLine,
  type LineCodec,
  type ListRecord,
  lineCodec,
  type Records,
  recordLine,
  total,
} from './format.ts'
import {
  advanceIds,
  deleteLeftovers,
  insertCopiedRows,
  insertFiles,
  insertFreedSlugs,
  insertGames,
  insertLists,
  insertRevisions,
  insertTokens,
  insertUsers,
  insertWords,
  isEmpty,
  lockOutWriters,
  queueForIndex,
} from './import-queries.ts'
import {
  countAll,
  everyAddedGame,
  everyCopiedRow,
  everyFile,
  everyFreedSlug,
  everyList,
  everyRevision,
  everyToken,
  everyUser,
  readColumns,
} from './queries.ts'
import { damaged, NOT_VALID, readBackup } from './reading.ts'

/** What export and import need. The signal aborts them. */
type BackupContext = Pick<Context, 'db' | 'clock'> & { signal?: AbortSignal }

/** A function that is called after each record, with the number of records done and the number of all records. */
export type Progress = (done: number, all: number) => void

/** Maximum number of records that one statement stores. */
const BATCH = 200

/** Maximum length of the file contents that one statement stores, in base64. */
const BATCH_LENGTH = 2 ** 20

/** Writes a backup of the catalog as it is now. Concurrent writes do not affect the backup. */
export function exportCatalog(
  { db, clock, signal }: BackupContext,
  target: Writable,
  progress: Progress,
): Promise<Counts> {
  return transactBackup(
    db,
    async (snapshot) => {
      const counts = await countAll(snapshot)
      const codec = lineCodec(await readColumns(snapshot))
      const lines = checkedLines(snapshot, codec, headerLine(clock(), counts), counts, progress)
      await pipeline(lines, createGzip(), target, { signal })
      return counts
    },
    { mode: 'ISOLATION LEVEL REPEATABLE READ READ ONLY', signal },
  )
}

async function* checkedLines(
  snapshot: Connection,
  codec: LineCodec,
  header: string,
  counts: Counts,
  progress: Progress,
) {
  const hash = createHash('sha256').update(header)
  let done = 0
  yield header
  for await (const record of everyRecord(snapshot)) {
    const line = recordLine(codec, record)
    hash.update(line)
    yield line
    progress(++done, total(counts))
  }
  yield recordLine(codec, { end: { sha256: hash.digest('hex') } })
}

/** Yields all records. A record comes before those that refer to it. */
async function* everyRecord(snapshot: Connection): AsyncGenerator<BackupRecord> {
  for await (const game of everyAddedGame(snapshot)) yield { game }
  for await (const user of everyUser(snapshot)) yield { user }
  for await (const token of everyToken(snapshot)) yield { token }
  for await (const file of everyFile(snapshot)) yield { file }
  for await (const list of everyList(snapshot)) yield { list }
  for await (const revision of everyRevision(snapshot)) yield { revision }
  for await (const freedSlug of everyFreedSlug(snapshot)) yield { freedSlug }
  for await (const row of everyCopiedRow(snapshot)) yield { row }
}

/** Imports a backup into an empty catalog, completely or not at all. */
export async function importCatalog(
  { db, signal }: Omit<BackupContext, 'clock'>,
  source: Readable,
  progress: Progress,
): Promise<Counts> {
  const store = async (transaction: Connection) => {
    await lockOutWriters(transaction)
    if (!(await isEmpty(transaction))) throw new CatalogError('invalid', NOT_EMPTY)
    await deleteLeftovers(transaction)
    const batch = newBatch(transaction)
    const codec = lineCodec(await readColumns(transaction))
    let done = 0
    const counts = await readBackup(
      source,
      codec,
      async (record, header) => {
        await batch.add(record)
        progress(++done, total(header))
      },
      signal,
    )
    await batch.flush()
    await advanceIds(transaction)
    await queueForIndex(transaction)
    return counts
  }
  try {
    return await transactBackup(db, store, { signal })
  } catch (error) {
    if (isConflict(error)) throw damaged('its records contradict each other')
    throw isRefusedValue(error) ? damaged(NOT_VALID) : error
  }
}

const NOT_EMPTY =
  'This catalog is not empty. Import the backup into a new database, without users, lists and added games. Nothing was changed.'

/** The functions that store records, by kind. */
const STORE: { [Kind in keyof Records]: (db: Connection, records: Records[Kind][]) => Promise<void> } = {
  game: insertGames,
  user: insertUsers,
  token: insertTokens,
  file: insertFiles,
  list: storeLists,
  revision: insertRevisions,
  freedSlug: insertFreedSlugs,
  row: insertCopiedRows,
}

/** Stores records in their order. Consecutive records of the same kind are stored together. */
function newBatch(db: Connection) {
  let kind: keyof Records = 'user'
  let records: object[] = []
  let length = 0

  const flush = async () => {
    await STORE[kind](db, records as never[])
    records = []
    length = 0
  }
  const add = async (record: BackupRecord) => {
    const [next, value] = Object.entries(record)[0] as [keyof Records, object]
    const more = 'file' in record ? record.file.content.length : 0
    const isFull = records.length === BATCH || (length > 0 && length + more > BATCH_LENGTH)
    if (next !== kind || isFull) await flush()
    kind = next
    records.push(value)
    length += more
  }
  return { add, flush }
}

/** Stores lists and their words in the search index. */
async function storeLists(db: Connection, lists: ListRecord[]): Promise<void> {
  const named = await insertLists(db, lists)
  await insertWords(
    db,
    named.map(({ id, author, ...list }) => ({ id, words: wordsOfList({ ...list, author: author ?? '' }) })),
  )
}
