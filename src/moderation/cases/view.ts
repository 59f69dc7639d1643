import { decodeText } from '../../text/encoding.ts'
import { splitLines } from '../../text/lines.ts'
import { timestamp } from '../../text/timestamp.ts'
import type { LogRow } from '../actions/queries.ts'
import type { CaseFile, CaseRow } from './queries.ts'
import type { CaseDetail, CaseSummary, LogEntry } from './schemas.ts'

export const caseSummary = (row: CaseRow): CaseSummary => ({ ...row, since: timestamp(row.since) })

export const logEntry = (row: LogRow): LogEntry => ({
  ...row,
  created: timestamp(row.created),
  until: row.until && timestamp(row.until),
})

/** Number of lines of a file that a case shows. */
const SHOWN_LINES = 20

const LINE_FEED = 0x0a

/** Returns a file with its first lines. If the file is longer than its head, the last, partial line is dropped. */
export function caseFile({ head, ...file }: CaseFile): CaseDetail['files'][0] {
  const end = head.length < file.bytes ? head.lastIndexOf(LINE_FEED) + 1 : 0
  const lines = splitLines(decodeText(end > 0 ? head.subarray(0, end) : head)).slice(0, SHOWN_LINES)
  return { ...file, lines }
}
