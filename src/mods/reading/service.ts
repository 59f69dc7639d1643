import type { Context } from '../../context.ts'
import { isUnavailable } from '../../db/failures.ts'
import { transact } from '../../db/transaction.ts'
import { type IndexedFile, isIndexed } from '../../load-order/reading/indexed.ts'
import { TaskTimeout } from '../../workers/worker-process.ts'
import { noteFailedFile } from '../indexing/failure-queries.ts'
import { deleteUnreadFiles, keepNames, lockUnreadFiles, type UnreadFile } from '../indexing/queue-queries.ts'
import type { FileReader } from './file-reader-service.ts'
import { findContentsOf, replaceReadings } from './queries.ts'
import { readingsOf } from './readings-service.ts'

/** Maximum number of files that are read in one transaction. */
const FILES = 64

/** Maximum size of the files that are read in one transaction, in bytes. A larger file is read alone. */
const BATCH_BYTES = 2 ** 18

/**
 * Reads a batch of waiting files: those of the given lists, or any files if `listIds` is empty. Ends the batch at a file
 * that can't be read. If a batch can't be stored, half of it is tried, until only the file at fault is left. Returns the
 * number of files that have left the queue: none while another server deletes names.
 */
export async function readFiles(
  context: Pick<Context, 'db'>,
  reader: FileReader,
  listIds: readonly number[],
  limit = FILES,
): Promise<number> {
  const { db } = context
  let batch: number[] = []
  let failed: { fileId: number; error: unknown } | undefined
  try {
    const done = await transact({ db }, async (transaction) => {
      if (!(await keepNames(transaction))) return 0
      const files = batchOf(await lockUnreadFiles(transaction, listIds, limit))
      batch = files.map(({ id }) => id)
      failed = undefined
      const contents = await findContentsOf(
        transaction,
        files.map(({ id }) => id),
      )
      const read = new Map<number, IndexedFile>()
      const done: number[] = []
      for (const { id, cleanName } of files) {
        const content = contents.get(id)
        if (content !== undefined && isIndexed(cleanName, [content])) {
          const indexed = await reader.read({ name: cleanName, content }).catch((error: unknown) => {
            failed = { fileId: id, error }
          })
          if (!indexed) break
          read.set(id, indexed)
        }
        done.push(id)
      }
      await replaceReadings(transaction, done, await readingsOf(transaction, reader, read))
      await deleteUnreadFiles(transaction, done)
      return done.length
    })
    if (failed !== undefined) await noteFailure(context, reader, failed)
    return done
  } catch (error) {
    reader.signal?.throwIfAborted()
    const [fileId, ...others] = batch
    if (fileId === undefined || isUnavailable(error)) throw error
    if (others.length > 0) return readFiles(context, reader, listIds, Math.ceil(batch.length / 2))
    await noteFailure(context, reader, { fileId, error })
    return 0
  }
}

async function noteFailure(
  { db }: Pick<Context, 'db'>,
  reader: FileReader,
  { fileId, error }: { fileId: number; error: unknown },
): Promise<void> {
  reader.signal?.throwIfAborted()
  if (await noteFailedFile(db, fileId, error instanceof TaskTimeout)) reader.logSetAside({ fileId }, error)
}

/** Returns the first files that together are small enough to be read in one transaction, at least one. */
function batchOf(files: readonly UnreadFile[]): UnreadFile[] {
  let total = 0
  const batch: UnreadFile[] = []
  for (const file of files) {
    total += file.bytes
    if (batch.length > 0 && total > BATCH_BYTES) break
    batch.push(file)
  }
  return batch
}
