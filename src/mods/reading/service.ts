import type { Context } from '../../context.ts'
import { transact } from '../../db/transaction.ts'
import type { IndexedFile } from '../../load-order/reading/indexed.ts'
import { partsOf } from '../../load-order/reading/read.ts'
import { deleteUnreadFiles, lockUnreadFiles, noteFailedReads, type UnreadFile } from '../indexing/queue-queries.ts'
import type { FileReader } from './file-reader-service.ts'
import { findContentsOf, replaceReadings } from './queries.ts'
import { readingsOf } from './readings-service.ts'

/** Maximum number of files that are read in one transaction. */
const FILES = 64

/** Maximum size of the files that are read in one transaction, in bytes. A larger file is read alone. */
const BATCH_BYTES = 2 ** 18

/** Number of failed attempts after which a file counts as one without mods. */
const ATTEMPTS = 3

/**
 * Reads a batch of waiting files: those of the given lists, or any files if `listIds` is empty. Returns the number of
 * files that have left the queue.
 */
export function readFiles(
  { db }: Pick<Context, 'db'>,
  reader: FileReader,
  listIds: readonly number[],
): Promise<number> {
  return transact({ db }, async (transaction) => {
    const files = batchOf(await lockUnreadFiles(transaction, listIds, FILES))
    if (files.length === 0) return 0
    const named = files.filter(({ cleanName }) => isIndexed(cleanName))
    const namedIds = named.map(({ id }) => id)
    const contents = await findContentsOf(transaction, namedIds)
    const read = new Map<number, IndexedFile>()
    await Promise.all(
      named.map(async ({ id, cleanName }) => {
        const content = contents.get(id) ?? new Uint8Array()
        const indexed = await reader.read({ name: cleanName, content }).catch(() => undefined)
        if (indexed !== undefined) read.set(id, indexed)
      }),
    )
    const failed = named.filter(({ id, attempts }) => !read.has(id) && attempts + 1 < ATTEMPTS).map(({ id }) => id)
    const settled = files.map(({ id }) => id).filter((id) => !failed.includes(id))
    await replaceReadings(transaction, settled, await readingsOf(transaction, reader, read))
    if (failed.length > 0) await noteFailedReads(transaction, failed)
    await deleteUnreadFiles(transaction, settled)
    return settled.length
  })
}

/** Returns the first files that together are small enough to be read in one transaction, at least one. */
function batchOf(files: readonly UnreadFile[]): UnreadFile[] {
  let total = 0
  const batch: UnreadFile[] = []
  for (const file of files) {
    if (isIndexed(file.cleanName)) total += file.bytes
    if (batch.length > 0 && total > BATCH_BYTES) break
    batch.push(file)
  }
  return batch
}

const isIndexed = (name: string) => partsOf(name).some((part) => part !== 'settings')
