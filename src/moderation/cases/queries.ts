import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import type { Range } from '../../http/request/paging.ts'
import { existingSql } from '../../lists/visibility-queries.ts'
import type { CaseDetail, CaseSummary } from './schemas.ts'

/** An open case as the API shows it, but with a date. */
export type CaseRow = Omit<CaseSummary, 'since'> & { since: Date }

export const findCases = (db: Db, { skip, take }: Range): Promise<CaseRow[]> =>
  db.$queryRaw`
    SELECT slug, lists.name, users.name AS author, since, reasons, coalesce(more.count, 0) AS more,
      hidden_at IS NOT NULL AS hidden,
      (SELECT coalesce(sum(bytes), 0)::float8 FROM list_files JOIN files ON files.id = file_id
        WHERE list_files.list_id = lists.id) AS bytes
    FROM (
      SELECT list_id, min(created_at) AS since, json_object_agg(reason, count) AS reasons
      FROM (
        SELECT list_id, reason, count(*) AS count, min(created_at) AS created_at
        FROM reports WHERE closed_at IS NULL AND list_id IS NOT NULL GROUP BY 1, 2
      ) by_reason
      GROUP BY 1
    ) open
    JOIN lists ON lists.id = open.list_id LEFT JOIN users ON users.id = author_id
    LEFT JOIN more_reports more ON more.list_id = lists.id
    ORDER BY since, lists.id OFFSET ${skip}::bigint LIMIT ${take}::bigint`

export const countCases = (db: Db): Promise<number> =>
  db.list.count({ where: { reports: { some: { closedAt: null } } } })

/** A report as the API shows it, but with a date. */
type ReportRow = Omit<CaseDetail['reports'][0], 'created'> & { created: Date }

/** Returns the open reports of a list, oldest first. */
export async function findOpenReports(db: Db, listId: number): Promise<ReportRow[]> {
  const reports = await db.report.findMany({
    where: { listId, closedAt: null },
    select: { id: true, reason: true, text: true, contact: true, createdAt: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return reports.map(({ createdAt, ...report }) => ({ ...report, created: createdAt }) as ReportRow)
}

/** A file of a case as the API shows it, but with the first bytes of its content. */
export type CaseFile = Omit<CaseDetail['files'][0], 'lines'> & { start: Uint8Array }

export const findCaseFiles = (db: Db, listId: number, headBytes: number): Promise<CaseFile[]> =>
  db.$queryRaw`
    SELECT clean_name AS name, bytes, substring(content FROM 1 FOR ${headBytes}::int) AS start,
      (
        SELECT count(DISTINCT other.list_id)::int FROM files same JOIN list_files other ON other.file_id = same.id
        WHERE same.bytes = files.bytes AND same.content = files.content AND other.list_id <> list_files.list_id
      ) AS other_lists,
      EXISTS (
        SELECT FROM blocked_files WHERE blocked_files.bytes = files.bytes AND blocked_files.hash = sha256(files.content)
      ) AS blocked
    FROM list_files JOIN files ON files.id = file_id WHERE list_id = ${listId} ORDER BY position`

export interface ReceivedList {
  slug: string
  name: string
  author: string | null
  bytes: number
  private: boolean
  hiddenAt: Date | null
  createdAt: Date
  /** Start of the hash of the sender's address, in hexadecimal; null after a day. */
  sender: string | null
}

export interface ReceivedFilter {
  newest?: boolean
  anonymous?: boolean
  private?: boolean
  /** Start of the hash of an address, in hexadecimal. */
  from?: string | undefined
}

/** Length of the shown part of a sender's hash, in hexadecimal digits. */
const SHOWN = 12

/** Returns at most `most` lists that match the filter, oldest or newest first. */
export function findReceived(db: Db, filter: ReceivedFilter, most: number, now: Date): Promise<ReceivedList[]> {
  const conditions = [
    existingSql(now),
    ...(filter.anonymous ? [Prisma.sql`author_id IS NULL`] : []),
    ...(filter.private ? [Prisma.sql`private`] : []),
    ...(filter.from === undefined ? [] : [Prisma.sql`starts_with(encode(sender, 'hex'), ${filter.from})`]),
  ]
  const order = Prisma.raw(filter.newest ? 'DESC' : 'ASC')
  return db.$queryRaw`
    SELECT slug, lists.name, users.name AS author, private, hidden_at AS "hiddenAt", lists.created_at AS "createdAt",
      (SELECT coalesce(sum(bytes), 0)::float8 FROM list_files JOIN files ON files.id = file_id WHERE list_id = lists.id)
        AS bytes,
      left(encode(sender, 'hex'), ${SHOWN}::int) AS sender
    FROM lists LEFT JOIN users ON users.id = author_id LEFT JOIN list_senders ON list_senders.list_id = lists.id
    WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY lists.created_at ${order}, lists.id ${order} LIMIT ${most}::int`
}

/** Returns the hash of the address that a list came from, in hexadecimal; null if it is not known, or no longer. */
export async function findSenderOf(db: Db, slug: string): Promise<string | null> {
  const found = await db.listSender.findFirst({ where: { list: { slug } }, select: { sender: true } })
  return found === null ? null : Buffer.from(found.sender).toString('hex')
}
