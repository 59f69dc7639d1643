/*
 * A reader of CSV (RFC 4180).
 *
 * Problem: an exported mod list can have thousands of rows, and a general parser takes longer to read it than the rest
 * of a comparison takes.
 * Approach: only the cells of the requested columns are cut out of the text.
 * Guarantee: time is linear in the length of the text, and memory in the requested cells of a row.
 * Tests: test/text/csv.test.ts.
 */

/** Maximum number of columns in a table. Further columns are not read. */
const MAX_COLUMNS = 1_000

const [QUOTE, COMMA, LINE_FEED, CARRIAGE_RETURN] = [0x22, 0x2c, 0x0a, 0x0d]

/**
 * Reads a table with LF or CRLF as line ends, whose first row has the names of the columns. Calls `take` for each other
 * row with the cells of `columns`; a missing cell is empty. The array of cells is reused for the next row. Returns the
 * names in the first row; undefined if a quoted cell has no closing quote, or other text follows the quote.
 */
export function readTable(
  text: string,
  columns: readonly string[],
  take: (cells: readonly string[]) => void,
): string[] | undefined {
  let header: string[] | undefined
  let places: Int32Array = new Int32Array()
  let cells: string[] = []
  let column = 0
  let at = 0
  while (at < text.length) {
    if (column === 0 && isLineEnd(text, at)) {
      at = afterLineEnd(text, at) // skips blank lines
      continue
    }
    const isQuoted = text.charCodeAt(at) === QUOTE
    const end = isQuoted ? quotedEnd(text, at) : plainEnd(text, at)
    if (end === -1) return undefined
    const place = header === undefined ? column : (places[column] ?? -1)
    if (place !== -1 && column < MAX_COLUMNS) cells[place] = isQuoted ? unquoted(text, at, end) : text.slice(at, end)
    column++
    at = end
    if (text.charCodeAt(at) === COMMA && ++at < text.length) continue
    if (at < text.length && !isLineEnd(text, at)) return undefined
    at = afterLineEnd(text, at)
    column = 0
    if (header === undefined) {
      header = cells.map((name) => name.trim())
      places = Int32Array.from(header, (name) => columns.indexOf(name))
      cells = columns.map(() => '')
    } else {
      take(cells)
      cells.fill('')
    }
  }
  return header ?? []
}

const afterLineEnd = (text: string, at: number): number => at + (text.charCodeAt(at) === CARRIAGE_RETURN ? 2 : 1)

const isLineEnd = (text: string, at: number): boolean =>
  text.charCodeAt(at) === LINE_FEED ||
  (text.charCodeAt(at) === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED)

/** Returns the end of a cell that does not start with a quote. */
function plainEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === COMMA || ((code === LINE_FEED || code === CARRIAGE_RETURN) && isLineEnd(text, at))) return at
  }
  return text.length
}

/** Returns the position after the closing quote; -1 if there is none. Two quotes in a cell stand for one. */
function quotedEnd(text: string, from: number): number {
  let close = text.indexOf('"', from + 1)
  while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) close = text.indexOf('"', close + 2)
  return close === -1 ? -1 : close + 1
}

function unquoted(text: string, from: number, end: number): string {
  const cell = text.slice(from + 1, end - 1)
  return cell.includes('"') ? cell.replaceAll('""', '"') : cell
}

/** Returns rows as CSV with CRLF as line ends. Cells are quoted if necessary. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')

const csvCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
