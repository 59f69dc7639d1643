import type { DataContext } from '../../context.ts'
import type { Range } from '../../http/request/paging.ts'
import { inspectList } from '../../lists/ownership/service.ts'
import { decodeText } from '../../text/encoding.ts'
import { splitLines } from '../../text/lines.ts'
import { timestamp } from '../../text/timestamp.ts'
import { findEntries, type LogRow } from '../actions/queries.ts'
import { type CaseFile, type CaseRow, countCases, findCaseFiles, findCases, findOpenReports } from './queries.ts'
import type { CaseDetail, CaseSummary, LogEntry } from './schemas.ts'

/** Returns a range of the open cases, oldest first, and their total number. */
export async function casesOf({ db }: DataContext, range: Range): Promise<{ items: CaseSummary[]; total: number }> {
  const [cases, total] = await Promise.all([findCases(db, range), countCases(db)])
  return { items: cases.map(caseSummary), total }
}

/** Returns a range of the log, latest entry first, and the total number of entries. */
export async function logOf({ db }: DataContext, range: Range): Promise<{ items: LogEntry[]; total: number }> {
  const [entries, total] = await Promise.all([findEntries(db, {}, range), db.moderationAction.count()])
  return { items: entries.map(logEntry), total }
}

export async function entryOf({ db }: DataContext, id: number): Promise<LogEntry> {
  const [entry] = await findEntries(db, { id }, { skip: 0, take: 1 })
  if (entry === undefined) throw new Error('Unexpected: an entry of the log disappeared.')
  return logEntry(entry)
}

const HEAD_BYTES = 2 ** 12
const MOST_ACTIONS = 50

/** Returns a list as moderators see it, with or without open reports. Throws a 404 if it does not exist. */
export async function caseOf(context: DataContext, slug: string): Promise<CaseDetail> {
  const { row } = await inspectList(context, slug)
  const { db } = context
  const [reports, more, files, actions] = await Promise.all([
    findOpenReports(db, row.id),
    db.moreReports.findUnique({ where: { listId: row.id } }),
    findCaseFiles(db, row.id, HEAD_BYTES),
    findEntries(db, { listId: row.id }, { skip: 0, take: MOST_ACTIONS }),
  ])
  return {
    ...{ slug: row.slug, name: row.name, author: row.author?.name ?? null, description: row.description },
    ...{ private: row.private, created: timestamp(row.createdAt), updated: timestamp(row.updatedAt) },
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    hidden: row.hiddenAt && timestamp(row.hiddenAt),
    reports: reports.map((report) => ({ ...report, created: timestamp(report.created) })),
    more: more?.count ?? 0,
    files: files.map(caseFile),
    last_action: actions[0]?.id ?? null,
    actions: actions.map(logEntry),
  }
}

const caseSummary = (row: CaseRow): CaseSummary => ({ ...row, since: timestamp(row.since) })

const logEntry = (row: LogRow): LogEntry => ({
  ...row,
  created: timestamp(row.created),
  until: row.until && timestamp(row.until),
})

const SHOWN_LINES = 20

const LINE_FEED = 0x0a

/** Returns a file with its first lines. Drops the last one if it was read in part. */
function caseFile({ start, ...file }: CaseFile): CaseDetail['files'][0] {
  const end = start.length < file.bytes ? start.lastIndexOf(LINE_FEED) + 1 : 0
  const lines = splitLines(decodeText(end > 0 ? start.subarray(0, end) : start)).slice(0, SHOWN_LINES)
  return { ...file, lines }
}
