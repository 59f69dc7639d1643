import type { Database } from '../../db/client.ts'
import { ATTEMPTS } from '../../lists/search/name-queries.ts'

/**
 * Counts a failed attempt to read a file, or all attempts at once if it would fail again. Reports whether the file is now
 * set aside. Its lists are then indexed without it.
 */
export async function noteFailedFile(
  db: Pick<Database, 'unreadFile' | 'fileReading'>,
  fileId: number,
  isFinal: boolean,
): Promise<boolean> {
  const where = { fileId }
  await db.unreadFile.updateMany({ where, data: { attempts: { increment: isFinal ? ATTEMPTS : 1 } } })
  const isAside = (await db.unreadFile.count({ where: { ...where, attempts: { gte: ATTEMPTS } } })) > 0
  if (isAside) await db.fileReading.deleteMany({ where }) // an earlier version of the readers may have read it
  return isAside
}

/** Counts a failed attempt to index a list. Reports whether the list is now set aside. */
export async function noteFailedList(db: Pick<Database, 'unindexedList'>, listId: number): Promise<boolean> {
  const where = { listId }
  const { count } = await db.unindexedList.updateMany({ where, data: { attempts: { increment: 1 } } })
  if (count === 0) await db.unindexedList.create({ data: { listId, attempts: 1 } }) // it has expired
  return (await db.unindexedList.count({ where: { ...where, attempts: { gte: ATTEMPTS } } })) > 0
}

/** Lets files and lists that were set aside be tried again. Returns their numbers. */
export async function retryAll(
  db: Pick<Database, 'unreadFile' | 'unindexedList' | 'listFile'>,
): Promise<{ files: number; lists: number }> {
  const aside = { attempts: { gte: ATTEMPTS } }
  const data = { attempts: 0 }
  const holding = await db.listFile.findMany({
    where: { file: { unread: aside } },
    select: { listId: true },
    distinct: ['listId'],
  })
  const lists = await db.unindexedList.updateMany({ where: aside, data })
  const files = await db.unreadFile.updateMany({ where: aside, data })
  await db.unindexedList.createMany({ data: holding }) // they are indexed again when the files have been read
  return { files: files.count, lists: lists.count }
}
