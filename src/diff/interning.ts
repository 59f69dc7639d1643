import { randomInt } from 'node:crypto'
import { valueAt } from './int32.ts'
import { type IndexedText, LINE_END } from './line-index.ts'

/**
 * The hash starts from a secret, else a file could be made of lines that all collide. It decides where lines lie in the
 * table, never which are equal.
 */
const HASH_SEED = randomInt(2 ** 32)

/** The lines of two texts by id: equal lines, and only they, have equal ids, which count from 0 up to `count`. */
export interface LineIds {
  old: Int32Array
  new: Int32Array
  count: number
}

export function internLines(oldText: IndexedText, newText: IndexedText): LineIds {
  const bytes = Buffer.concat([oldText.bytes, newText.bytes])
  const table = createTable(bytes, oldText.lineCount + newText.lineCount)
  const oldIds = idsOf(table, oldText, 0)
  const newIds = idsOf(table, newText, oldText.bytes.length)
  return { old: oldIds, new: newIds, count: table.count }
}

/**
 * A hash table with open addressing. Its keys are ranges of bytes, as a Map of strings takes up to three times as long:
 * there can be a million lines, each of which would first become a string.
 */
interface LineTable {
  bytes: Uint8Array
  /** By hash: an id and one, or 0 for a free slot. Never more than half full. */
  slots: Int32Array
  /** The same by their one byte or EMPTY, for lines of no more: made to be slow, a text has half a million of them. */
  shortSlots: Int32Array
  /** By id: where the first line of that id lies. */
  starts: Int32Array
  ends: Int32Array
  /** How many ids are given. */
  count: number
}

const EMPTY = 256

function createTable(bytes: Uint8Array, maxLines: number): LineTable {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * maxLines + 2)))
  const [starts, ends] = [new Int32Array(maxLines), new Int32Array(maxLines)]
  return { bytes, slots, shortSlots: new Int32Array(EMPTY + 1), starts, ends, count: 0 }
}

/** The ids of the lines of one text, which lies at an offset in the bytes of the table. */
function idsOf(table: LineTable, { lineStarts, lineCount }: IndexedText, offset: number): Int32Array {
  const ids = new Int32Array(lineCount)
  let start = offset
  for (let line = 0; line < lineCount; line++) {
    const end = offset + valueAt(lineStarts, line + 1)
    ids[line] = idOf(table, start, end)
    start = end
  }
  return ids
}

function idOf(table: LineTable, start: number, end: number): number {
  const { bytes, slots, shortSlots } = table
  if (end - start <= 2 && bytes[end - 1] === LINE_END) {
    const key = end - start === 1 ? EMPTY : (bytes[start] ?? 0)
    if (shortSlots[key] === 0) shortSlots[key] = addLine(table, start, end) + 1
    return valueAt(shortSlots, key) - 1
  }
  const mask = slots.length - 1
  let slot = hashOf(bytes, start, end) & mask
  while (slots[slot] !== 0 && !isLine(table, valueAt(slots, slot) - 1, start, end)) slot = (slot + 1) & mask
  if (slots[slot] === 0) slots[slot] = addLine(table, start, end) + 1
  return valueAt(slots, slot) - 1
}

function addLine(table: LineTable, start: number, end: number): number {
  table.starts[table.count] = start
  table.ends[table.count] = end
  return table.count++
}

function isLine({ bytes, starts, ends }: LineTable, id: number, start: number, end: number): boolean {
  const first = valueAt(starts, id)
  if (valueAt(ends, id) - first !== end - start) return false
  for (let offset = 0; offset < end - start; offset++) if (bytes[first + offset] !== bytes[start + offset]) return false
  return true
}

/** FNV-1a, with its high bits mixed into the low ones that choose the slot. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_SEED
  for (let position = start; position < end; position++) hash = Math.imul(hash ^ (bytes[position] ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
