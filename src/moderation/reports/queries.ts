import type { Db } from '../../db/client.ts'
import { visible } from '../../lists/visibility-queries.ts'

export const OPEN = { closedAt: null }

/** Locks a list, so that its reports are counted one after another. Returns null unless it is visible. */
export async function lockReported(
  db: Db,
  slug: string,
  clock: () => Date,
): Promise<{ id: number; open: number } | null> {
  await db.$queryRaw`SELECT FROM lists WHERE slug = ${slug} FOR NO KEY UPDATE`
  const list = await db.list.findFirst({
    where: { slug, ...visible(clock()) },
    select: { id: true, _count: { select: { reports: { where: OPEN } } } },
  })
  return list && { id: list.id, open: list._count.reports }
}

/** Counts a report instead of storing it, unless one of this sender is counted already. */
export async function countReport(db: Db, listId: number, sender: Uint8Array<ArrayBuffer>, now: Date): Promise<void> {
  await db.moreReports.upsert({ where: { listId }, create: { listId, count: 0 }, update: {} })
  const data = { listId, sender, createdAt: now }
  const { count } = await db.countedReporter.createMany({ data, skipDuplicates: true })
  if (count > 0) await db.moreReports.update({ where: { listId }, data: { count: { increment: 1 } } })
}

/** Closes all open reports of a locked list, and returns how many there were. Erases who sent them. */
export async function closeReports(
  db: Db,
  listId: number,
  outcome: 'dismissed' | 'acted on',
  now: Date,
): Promise<number> {
  const data = { closedAt: now, outcome, sender: null }
  const { count } = await db.report.updateMany({ where: { listId, ...OPEN }, data })
  const more = await db.moreReports.findUnique({ where: { listId }, select: { count: true } })
  if (more !== null) await db.moreReports.delete({ where: { listId } })
  return count + (more?.count ?? 0)
}
