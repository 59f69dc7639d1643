import { randomInt } from 'node:crypto'
import { at } from './ints.ts'

/** A text and where its lines start. A line holds its line end, so a last line without one equals no other. */
export interface Lines {
  bytes: Uint8Array
  /** One entry for each line, and the length of the text at the end. */
  starts: Int32Array
  count: number
}

/** Decides where lines lie in the table, never which are equal: without it, lines could be chosen to collide. */
const SEED = randomInt(2 ** 32)

const LINE_END = 0x0a

export function indexLines(bytes: Uint8Array): Lines {
  const starts = new Int32Array(countLines(bytes) + 1)
  let count = 0
  for (let position = 0; position < bytes.length; position++) {
    starts[count++] = position
    while (position < bytes.length && bytes[position] !== LINE_END) position++
  }
  starts[count] = bytes.length
  return { bytes, starts, count }
}

function countLines(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte === LINE_END) count++
  return bytes.length > 0 && bytes[bytes.length - 1] !== LINE_END ? count + 1 : count
}

/** Numbers the lines of both texts from 0 up, so that equal lines, and only they, have equal numbers. */
export function internLines(old: Lines, now: Lines): { old: Int32Array; now: Int32Array; distinct: number } {
  // Open addressing over the bytes themselves: a million short lines are slow to make into strings.
  const bytes = Buffer.concat([old.bytes, now.bytes])
  const mask = 2 ** Math.ceil(Math.log2(2 * (old.count + now.count) + 2)) - 1
  const slots = new Int32Array(mask + 1)
  const hashes = new Int32Array(old.count + now.count)
  const firstAt = new Int32Array(old.count + now.count)
  const lengths = new Int32Array(old.count + now.count)
  let distinct = 0

  const numberOf = (start: number, end: number): number => {
    const hash = hashOf(bytes, start, end)
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = at(slots, slot) - 1
      if (number < 0) {
        hashes[distinct] = hash
        firstAt[distinct] = start
        lengths[distinct] = end - start
        slots[slot] = distinct + 1
        return distinct++
      }
      if (hashes[number] === hash && lengths[number] === end - start && same(bytes, at(firstAt, number), start, end)) {
        return number
      }
    }
  }
  const numbersOf = ({ starts, count }: Lines, from: number) => {
    const numbers = new Int32Array(count)
    for (let line = 0; line < count; line++)
      numbers[line] = numberOf(from + at(starts, line), from + at(starts, line + 1))
    return numbers
  }
  return { old: numbersOf(old, 0), now: numbersOf(now, old.bytes.length), distinct }
}

/** FNV-1a from a secret start, its bits mixed at the end. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = SEED
  for (let position = start; position < end; position++) hash = Math.imul(hash ^ (bytes[position] ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

function same(bytes: Uint8Array, first: number, start: number, end: number): boolean {
  for (let offset = 0; offset < end - start; offset++) if (bytes[first + offset] !== bytes[start + offset]) return false
  return true
}
