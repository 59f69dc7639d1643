import { randomInt } from 'node:crypto'
import { at } from './search/ints.ts'

/** A text and where its lines start. A line holds its line end, so a last line without one equals no other. */
export interface Lines {
  bytes: Uint8Array
  /** One entry for each line, and the length of the text at the end. */
  starts: Int32Array
  count: number
  /** Control characters but for the line ends. */
  controls: number
}

/** Decides where lines lie in the table, never which are equal: without it, lines could be chosen to collide. */
const SEED = randomInt(2 ** 32)

const LINE_END = 0x0a
const SPACE = 0x20

export function indexLines(bytes: Uint8Array): Lines {
  const starts = new Int32Array(bytes.length + 1)
  let count = 0
  let controls = 0
  for (let position = 0; position < bytes.length; position++) {
    const byte = bytes[position] ?? 0
    if (byte >= SPACE) continue
    if (byte === LINE_END) starts[++count] = position + 1
    else controls++
  }
  if (at(starts, count) < bytes.length) starts[++count] = bytes.length
  return { bytes, starts: starts.subarray(0, count + 1), count, controls }
}

/** Numbers the lines of both texts from 0 up, so that equal lines, and only they, have equal numbers. */
export function internLines(old: Lines, now: Lines): { old: Int32Array; now: Int32Array; distinct: number } {
  const table = createTable(Buffer.concat([old.bytes, now.bytes]), old.count + now.count)
  return { old: intern(table, old, 0), now: intern(table, now, old.bytes.length), distinct: table.distinct }
}

/** Open addressing over the bytes themselves: a million short lines are slow to make into strings. */
interface Table {
  bytes: Uint8Array
  /** A line's number and one, by its hash; 0 where there is none yet. */
  slots: Int32Array
  /** The same by their one byte, and by `EMPTY`, for lines of no more: texts of those have the most lines. */
  short: Int32Array
  distinct: number
  /** Where the first of the lines of a number starts. */
  starts: Int32Array
  /** The number of the line without a line end that the old text closed with. */
  unended: { number: number; start: number; end: number } | undefined
}

const EMPTY = 256

function createTable(bytes: Uint8Array, lines: number): Table {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * lines + 2)))
  const short = new Int32Array(EMPTY + 1)
  return { bytes, slots, short, distinct: 0, starts: new Int32Array(lines), unended: undefined }
}

/** The numbers of one text's lines; the text starts so many bytes into the table's. */
function intern(table: Table, { starts, count }: Lines, offset: number): Int32Array {
  const { bytes, slots, short } = table
  const mask = slots.length - 1
  const numbers = new Int32Array(count)
  for (let line = 0, start = offset; line < count; line++) {
    const end = offset + at(starts, line + 1)
    if (bytes[end - 1] !== LINE_END) numbers[line] = numberOfUnended(table, start, end)
    else if (end - start <= 2) {
      const key = end - start === 1 ? EMPTY : (bytes[start] ?? 0)
      if (short[key] === 0) short[key] = addLine(table, start) + 1
      numbers[line] = at(short, key) - 1
    } else {
      let slot = hashOf(bytes, start, end) & mask
      while (slots[slot] !== 0 && !isAt(bytes, at(table.starts, at(slots, slot) - 1), start, end))
        slot = (slot + 1) & mask
      if (slots[slot] === 0) slots[slot] = addLine(table, start) + 1
      numbers[line] = at(slots, slot) - 1
    }
    start = end
  }
  return numbers
}

/** FNV-1a from a secret start, its bits mixed at the end. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = SEED
  for (let position = start; position < end; position++) hash = Math.imul(hash ^ (bytes[position] ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

/** Whether the line from `start` to `end` is the one at `other` too: the line end, their last byte, closes both. */
function isAt(bytes: Uint8Array, other: number, start: number, end: number): boolean {
  for (let offset = 0; offset < end - start; offset++) if (bytes[start + offset] !== bytes[other + offset]) return false
  return true
}

function numberOfUnended(table: Table, start: number, end: number): number {
  const { unended } = table
  if (
    unended !== undefined &&
    unended.end - unended.start === end - start &&
    isAt(table.bytes, unended.start, start, end)
  )
    return unended.number
  const number = addLine(table, start)
  table.unended = { number, start, end }
  return number
}

function addLine(table: Table, start: number): number {
  table.starts[table.distinct] = start
  return table.distinct++
}
