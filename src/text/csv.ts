/*
 * A reader of CSV (RFC 4180). Problem: a list of 4,000 mods is 700 kB of quoted cells, which the parsers of npm take
 * longer to read than everything else of two load orders that are compared. Approach: cells are slices of the text
 * between the quotes and commas that indexOf finds. Guarantee: time and memory in proportion to the text, whatever it
 * holds. Tests: test/text/csv.test.ts.
 */

/** Maximum number of cells in a row. Further cells are dropped: no table of mods has as many columns. */
const MAX_CELLS = 1_000

const [QUOTE, COMMA, LINE_FEED, CARRIAGE_RETURN] = [0x22, 0x2c, 0x0a, 0x0d]

/**
 * Returns the rows of a CSV text, with LF or CRLF for line ends and without blank lines; undefined if a quoted cell
 * does not end, or not at a comma.
 */
export function csvRows(text: string): string[][] | undefined {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    if (row.length === 0 && isLineEnd(text, at)) {
      at += text.charCodeAt(at) === LINE_FEED ? 1 : 2 // a blank line is no row
      continue
    }
    const isQuoted = text.charCodeAt(at) === QUOTE
    const end = isQuoted ? quotedEnd(text, at) : plainEnd(text, at)
    if (end === -1) return undefined
    if (row.length < MAX_CELLS) row.push(isQuoted ? unquoted(text, at, end) : text.slice(at, end))
    at = end
    if (text.charCodeAt(at) === COMMA) {
      at++
      // A comma at the end of the text has an empty cell behind it.
      if (at < text.length) continue
      row.push('')
    }
    if (text.charCodeAt(at) === CARRIAGE_RETURN) at++
    if (at < text.length && text.charCodeAt(at) !== LINE_FEED) return undefined
    at++
    rows.push(row)
    row = []
  }
  return rows
}

const isLineEnd = (text: string, at: number): boolean =>
  text.charCodeAt(at) === LINE_FEED ||
  (text.charCodeAt(at) === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED)

/** Returns where the cell ends that has no quote at its start. */
function plainEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === COMMA || ((code === LINE_FEED || code === CARRIAGE_RETURN) && isLineEnd(text, at))) return at
  }
  return text.length
}

/** Returns the place behind the closing quote, -1 without one. Two quotes in a cell stand for one. */
function quotedEnd(text: string, from: number): number {
  let close = text.indexOf('"', from + 1)
  while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) close = text.indexOf('"', close + 2)
  return close === -1 ? -1 : close + 1
}

function unquoted(text: string, from: number, end: number): string {
  const cell = text.slice(from + 1, end - 1)
  return cell.includes('"') ? cell.replaceAll('""', '"') : cell
}

/** Writes rows as CSV, with CRLF for line ends. Cells are in quotes if they need to be. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')

const csvCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
