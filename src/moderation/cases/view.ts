import { decodeText } from '../../text/encoding.ts'
import { splitLines } from '../../text/lines.ts'
import { timestamp } from '../../text/timestamp.ts'
import type { LogEntry as EntryRow } from '../actions/queries.ts'
import type { CaseFile, OpenCase } from './queries.ts'
import type { CaseDetail, CaseSummary, LogEntry } from './schemas.ts'

export const caseSummary = ({ slug, name, author, bytes, since, reasons, more, isHidden }: OpenCase): CaseSummary => ({
  ...{ slug, name, author, bytes, since: timestamp(since), reasons, more, hidden: isHidden },
})

export const logEntry = (row: EntryRow): LogEntry => ({
  id: row.id,
  created: timestamp(row.createdAt),
  action: row.action,
  reason: row.reason,
  moderator: row.moderator,
  slug: row.slug,
  name: row.listName,
  user: row.user,
  reports: row.reports,
  blocked_files: row.blockedFiles,
  file_hash: row.fileHash,
  suspended: row.suspended,
  until: row.until && timestamp(row.until),
})

/** Number of lines of a file that a case shows. */
const SHOWN_LINES = 20

const LINE_FEED = 0x0a

/** Returns a file with its first lines. If the file is longer than its head, the last, partial line is dropped. */
export function caseFile({ cleanName: name, bytes, head, otherLists, isBlocked }: CaseFile): CaseDetail['files'][0] {
  const end = head.length < bytes ? head.lastIndexOf(LINE_FEED) + 1 : 0
  const lines = splitLines(decodeText(end > 0 ? head.subarray(0, end) : head)).slice(0, SHOWN_LINES)
  return { name, bytes, lines, other_lists: otherLists, blocked: isBlocked }
}
