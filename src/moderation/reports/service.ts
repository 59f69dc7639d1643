import { randomUUID } from 'node:crypto'
import type { Context, DataContext, RequestContext } from '../../context.ts'
import { transact } from '../../db/transaction.ts'
import { listNotFound, notFound } from '../../errors.ts'
import { findDetail } from '../../lists/hot-queries.ts'
import { isSlug } from '../../lists/slug.ts'
import { visible } from '../../lists/visibility-queries.ts'
import { senderHash } from '../../senders/service.ts'
import { timestamp } from '../../text/timestamp.ts'
import { countReport, lockReported, OPEN } from './queries.ts'
import type { ReportInput, ReportStatus } from './schemas.ts'

/** How long closed reports, and the reasons why lists were deleted, are kept. */
export const RETENTION_MS = 180 * 24 * 3_600_000

/** Maximum number of open reports that are stored per list. Further reports are only counted. */
export const MAX_OPEN = 50

/** Refuses a report of an unknown list with 404, before its body is read. */
export async function requireReportable({ db, clock }: DataContext, slug: string): Promise<void> {
  if ((await findDetail(db, slug, clock())) === null) throw listNotFound()
}

/**
 * Stores a report and returns its id. A second report by the same sender on a day returns the id of the first. Returns
 * null if MAX_OPEN are stored: further ones are only counted.
 */
export async function fileReport(context: RequestContext, slug: string, input: ReportInput): Promise<string | null> {
  const sender = await senderHash(context, context.address ?? 'unknown')
  return transact(context, async (transaction) => {
    const list = isSlug(slug) ? await lockReported(transaction, slug, context.clock) : null
    if (list === null) throw listNotFound()
    const listId = list.id
    const earlier = await transaction.report.findFirst({ where: { listId, sender, ...OPEN }, select: { id: true } })
    if (earlier !== null) return earlier.id
    const id = randomUUID()
    const now = context.clock()
    if (list.open < MAX_OPEN) {
      await transaction.report.create({ data: { id, listId, ...input, sender, createdAt: now } })
      return id
    }
    await countReport(transaction, listId, sender, now)
    return null
  })
}

const IS_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const statusOfReport = async (context: DataContext, id: string): Promise<ReportStatus> =>
  statusOf(await reportOf(context, id), context.clock())

export interface SentReport extends ReportStatus {
  /** The reported list; null if it is no longer visible to anyone. */
  list: { slug: string; name: string } | null
  sent: { reason: string; created: string }
}

export async function sentReport(context: DataContext, id: string): Promise<SentReport> {
  const report = await reportOf(context, id)
  const { listId, reason, createdAt } = report
  const now = context.clock()
  const select = { slug: true, name: true }
  return {
    ...statusOf(report, now),
    list: listId === null ? null : await context.db.list.findFirst({ where: { id: listId, ...visible(now) }, select }),
    sent: { reason, created: timestamp(createdAt) },
  }
}

async function reportOf({ db }: Pick<Context, 'db'>, id: string) {
  const report = IS_ID.test(id)
    ? await db.report.findUnique({ where: { id }, omit: { contact: true, sender: true } })
    : null
  if (report === null) throw notFound('Report')
  return report
}

type StoredReport = Awaited<ReturnType<typeof reportOf>>

/** Returns the status of a stored report. A report whose list was deleted counts as acted on. */
function statusOf({ outcome, closedAt, listId }: StoredReport, now: Date): ReportStatus {
  if (closedAt === null && listId !== null) return { status: 'open', closed: null }
  return { status: (outcome ?? 'acted on') as ReportStatus['status'], closed: timestamp(closedAt ?? now) }
}

/** Closes reports of deleted lists, and deletes reports that were closed long ago. Part of the sweep. */
export async function sweepClosedReports({ db, clock }: DataContext): Promise<void> {
  const now = clock()
  const data = { closedAt: now, outcome: 'acted on', sender: null }
  await db.report.updateMany({ where: { listId: null, ...OPEN }, data })
  await db.report.deleteMany({ where: { closedAt: { lt: new Date(now.getTime() - RETENTION_MS) } } })
}
