import type { Db } from '../../db/client.ts'
import type { IndexedFile } from '../../load-order/reading/indexed.ts'
import type { FileReader } from '../reading/file-reader-service.ts'
import { findContentsOf } from '../reading/queries.ts'
import { readingsOf } from '../reading/readings-service.ts'
import type { ListPart } from './list-queries.ts'

/**
 * Returns the parts of lists by their ids. A plugins.txt in a code page was stored as read alone, which is right only
 * without a loadorder.txt; otherwise it is read next to that. So a list can hold names that no reading of a file has.
 * They are stored for all lists at once, in the order of their keys, so that two servers can't deadlock.
 */
export async function inCodePages(
  db: Db,
  reader: FileReader,
  lists: ReadonlyMap<number, ListPart[]>,
): Promise<ReadonlyMap<number, ListPart[]>> {
  const read = new Map<number, IndexedFile>()
  for (const [listId, parts] of lists) {
    const plugins = parts.find(({ isInCodePage }) => isInCodePage)
    const loadorder = parts.find(({ file, plugin }) => plugin && file.toLowerCase() === 'loadorder.txt')
    if (plugins === undefined || loadorder === undefined) continue
    const contents = await findContentsOf(db, [plugins.fileId, loadorder.fileId])
    const [file, order] = [contents.get(plugins.fileId), contents.get(loadorder.fileId)]
    if (file !== undefined && order !== undefined) read.set(listId, await reader.readNextTo(file, order))
  }
  if (read.size === 0) return lists
  // There is one reading for each list: the ids are those of lists here.
  const readings = new Map((await readingsOf(db, reader, read)).map(({ fileId: listId, ...part }) => [listId, part]))
  return new Map(
    [...lists].map(([listId, parts]) => [
      listId,
      parts.map((part) => (part.isInCodePage ? { ...part, ...readings.get(listId) } : part)),
    ]),
  )
}
