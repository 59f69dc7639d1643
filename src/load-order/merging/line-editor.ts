import iconv from 'iconv-lite'
import { type Encoding, encodingOf } from '../../text/encoding.ts'
import { encodeText, rawLines } from './raw-lines.ts'

/*
 * Edits a file by lines.
 *
 * Problem: a profile file may have any encoding and line ends, invalid bytes and comments. Lines that a user does not
 * change must keep every byte.
 * Approach: the lines are a linked list of positions in the stored bytes. Edits relink lines, or set the text of one.
 * The result is copied from the stored bytes, except for new and changed lines.
 * Guarantee: untouched lines keep their bytes, line ends and order. New lines get the file's most common line end. If
 * the file ended without a line end, it still does. A file in windows-1252 becomes UTF-8 if a new line has other
 * characters.
 * Tests: test/load-order/merging/.
 */
export interface LineEditor {
  /** The decoded lines of the stored file. */
  readonly texts: readonly string[]
  /** Replaces the first `length` characters after the leading spaces of a line of the stored file. */
  setMarker(line: LineId, length: 0 | 1, marker: string): void
  remove(line: LineId): void
  /** Moves a line, or puts a removed one back, to a place. */
  move(line: LineId, to: Place): void
  /** Adds a line, and returns its id. */
  add(text: string, to: Place): LineId
  /** Returns the first and the last line that are in the file now; undefined for an empty file. */
  first(): LineId | undefined
  last(): LineId | undefined
  /** Returns the line after this one. */
  next(line: LineId): LineId | undefined
  textOf(line: LineId): string
  /** Returns the file after all edits. */
  bytes(): Uint8Array
}

/** A line of the stored file by its index, or an added one by a higher number. */
export type LineId = number

/** A place next to a line that is in the file, or the end of the file. */
export type Place = { after: LineId } | { before: LineId } | 'end'

/** Bytes of the stored file, or a new text. */
type Piece = { from: number; to: number } | string

/** Mod Organizer writes these line ends. */
const DEFAULT_END = '\r\n'

export function editLines(stored: Uint8Array): LineEditor {
  const { encoding, texts, starts, ends } = rawLines(stored)
  const count = texts.length
  const isTerminated = count === 0 || (ends[count - 1] ?? 0) < stored.length
  const added: string[] = []
  const markers = new Map<LineId, { length: number; marker: string }>()
  const touched = new Set<LineId>()

  // A ring with the sentinel -1, stored at index 0: the line after the sentinel is the first one.
  const nextOf: number[] = []
  const previousOf: number[] = []
  for (let line = -1; line < count; line++) {
    nextOf.push(line + 1 < count ? line + 1 : -1)
    previousOf.push(line === -1 ? count - 1 : line - 1)
  }
  const next = (line: LineId) => nextOf[line + 1] ?? -1
  const previous = (line: LineId) => previousOf[line + 1] ?? -1
  const link = (one: LineId, other: LineId) => {
    nextOf[one + 1] = other
    previousOf[other + 1] = one
  }
  const asLine = (line: LineId) => (line === -1 ? undefined : line)

  function remove(line: LineId): void {
    link(previous(line), next(line))
    link(line, line)
    touched.add(line)
  }

  function insert(line: LineId, to: Place): void {
    touched.add(line)
    const before = to === 'end' ? previous(-1) : 'after' in to ? to.after : previous(to.before)
    const after = next(before)
    link(before, line)
    link(line, after)
  }

  const stay = (line: LineId, to: Place): boolean =>
    to === 'end' ? next(line) === -1 : 'after' in to ? previous(line) === to.after : next(line) === to.before

  function textOf(line: LineId): string {
    const text = texts[line] ?? added[line - count] ?? ''
    const change = markers.get(line)
    if (change === undefined) return text
    const lead = text.length - text.trimStart().length
    return text.slice(0, lead) + change.marker + text.slice(lead + change.length)
  }

  /** Returns the content of a line of the stored file whose marker changes. */
  function changedContentOf(line: LineId): Piece[] {
    const [from, to] = [starts[line] ?? 0, ends[line] ?? 0]
    const { length = 0, marker = '' } = markers.get(line) ?? {}
    const text = texts[line] ?? ''
    const bytesOf = (length: number) => encodeText(text.slice(0, length), encoding)?.length ?? 0
    const lead = text.length - text.trimStart().length
    return [{ from, to: from + bytesOf(lead) }, marker, { from: from + bytesOf(lead + length), to }]
  }

  function pieces(): Piece[] {
    const mark = { from: 0, to: starts[0] ?? stored.length }
    const result: Piece[] = [mark]
    let last: Piece = mark
    let newEnd: string | undefined
    const put = (piece: Piece) => {
      last = piece
      result.push(piece)
    }
    /** Adds stored bytes to the last piece if they follow it in the stored file. The byte order mark stays a piece. */
    const putStored = (from: number, to: number) => {
      if (typeof last === 'object' && last !== mark && last.to === from) last.to = to
      else put({ from, to })
    }
    for (let line = next(-1); line !== -1; line = next(line)) {
      const isOwn = line < count
      if (!isOwn) put(textOf(line))
      else if (markers.has(line)) for (const piece of changedContentOf(line)) put(piece)
      else putStored(starts[line] ?? 0, ends[line] ?? 0)
      const isLast = next(line) === -1
      const hasEnd = isOwn && (ends[line] ?? 0) < (starts[line + 1] ?? 0)
      if (isLast && !isTerminated) continue
      if (hasEnd) putStored(ends[line] ?? 0, starts[line + 1] ?? 0)
      else if (!isLast || touched.has(line)) {
        newEnd ??= commonEnd()
        put(newEnd)
      }
    }
    return result
  }

  /** Returns the most common line end of the stored file. */
  function commonEnd(): string {
    const counts = new Map<string, number>()
    for (let line = 0; line < count; line++) {
      const [from, to] = [ends[line] ?? 0, starts[line + 1] ?? 0]
      if (from === to) continue
      const isTwo = to - from === (encoding.startsWith('utf-16') ? 4 : 2)
      const first = stored[encoding === 'utf-16be' ? from + 1 : from]
      const end = isTwo ? '\r\n' : first === 0x0d ? '\r' : '\n'
      counts.set(end, (counts.get(end) ?? 0) + 1)
    }
    return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? DEFAULT_END
  }

  return {
    texts,
    setMarker(line, length, marker) {
      markers.set(line, { length, marker })
    },
    remove,
    move(line, to) {
      if (next(line) !== line && stay(line, to)) return
      remove(line)
      insert(line, to)
    },
    add(text, to) {
      const line = count + added.push(text) - 1
      insert(line, to)
      return line
    },
    first: () => asLine(next(-1)),
    last: () => asLine(previous(-1)),
    next: (line) => asLine(next(line)),
    textOf,
    bytes: () => written(stored, pieces(), encoding),
  }
}

/** Joins pieces in the encoding of the stored file, or in UTF-8 if windows-1252 cannot represent the result. */
function written(stored: Uint8Array, pieces: readonly Piece[], encoding: Encoding): Uint8Array {
  const slice = ({ from, to }: Exclude<Piece, string>) => stored.subarray(from, to)
  const encoded = pieces.map((piece) => (typeof piece === 'string' ? encodeText(piece, encoding) : slice(piece)))
  if (!encoded.includes(undefined)) {
    const bytes = Buffer.concat(encoded.filter((piece) => piece !== undefined))
    // Bytes that were written as windows-1252 may happen to be valid in another encoding.
    if (encoding !== 'windows-1252' || encodingOf(bytes) === encoding || isAscii(bytes)) return bytes
  }
  const [mark, ...rest] = pieces
  const text = rest.map((piece) =>
    typeof piece === 'string' ? piece : iconv.decode(Buffer.from(slice(piece)), encoding),
  )
  return Buffer.concat([typeof mark === 'object' ? slice(mark) : new Uint8Array(), Buffer.from(text.join(''))])
}

const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80)
