/*
 * A reader of CSV (RFC 4180). Problem: a general parser takes longer for an exported mod list than the rest of a
 * comparison. Approach: only the cells of the requested columns are cut out. Guarantee: time is linear in the length of
 * the text, and memory in the requested cells of a row. Tests: test/text/csv.test.ts.
 */

/** Maximum number of columns in a table. Further columns are not read. */
const MAX_COLUMNS = 1_000

const [QUOTE, COMMA, CARRIAGE_RETURN] = [0x22, 0x2c, 0x0d]

/**
 * Reads a table whose first row has the names of the columns. Calls `take` for each other row; the array is reused.
 * Returns the names; undefined if a quoted cell does not end, or other text follows it.
 */
export function readTable(
  text: string,
  columns: readonly string[],
  take: (cells: readonly string[]) => void,
): string[] | undefined {
  let header: string[] | undefined
  let places: Int32Array = new Int32Array()
  let cells: string[] = []
  let [at, comma, lineFeed] = [0, -1, -1]
  while (at < text.length) {
    if (lineFeed < at) lineFeed = indexOrEnd(text, '\n', at)
    if (at === lineEnd(text, at, lineFeed)) {
      at = lineFeed + 1 // skips a blank line
      continue
    }
    for (let column = 0; ; column++) {
      const isQuoted = text.charCodeAt(at) === QUOTE
      if (!isQuoted && comma < at) comma = indexOrEnd(text, ',', at)
      const end = isQuoted ? quotedEnd(text, at) : Math.min(comma, lineEnd(text, at, lineFeed))
      if (end === -1) return undefined
      if (lineFeed < end) lineFeed = indexOrEnd(text, '\n', end) // a quoted cell can have several lines
      const place = header === undefined ? column : (places[column] ?? -1)
      if (place !== -1 && column < MAX_COLUMNS) cells[place] = isQuoted ? unquoted(text, at, end) : text.slice(at, end)
      at = end
      if (text.charCodeAt(at) !== COMMA || ++at === text.length) break
    }
    if (at < text.length && at !== lineEnd(text, at, lineFeed)) return undefined
    at = lineFeed + 1
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

function indexOrEnd(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from)
  return index === -1 ? text.length : index
}

/** Returns the position of the line end that consists of a LF, or of a CRLF that starts at `from` or later. */
const lineEnd = (text: string, from: number, lineFeed: number): number =>
  lineFeed > from && lineFeed < text.length && text.charCodeAt(lineFeed - 1) === CARRIAGE_RETURN
    ? lineFeed - 1
    : lineFeed

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
