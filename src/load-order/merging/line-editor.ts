import iconv from 'iconv-lite'
import {
  commonEnd,
  decodeAs,
  type Encoding,
  encodeRaw,
  encodingOf,
  fromRaw,
  markLength,
  rawLinesOf,
  toRaw,
} from '../../text/encoding.ts'
import { splitLines } from '../../text/lines.ts'

/*
 * Edits a file by lines.
 *
 * Problem: a profile file may have any encoding and line ends, invalid bytes and comments. Lines that a user does not
 * change must keep every byte.
 * Approach: the lines are a linked list. Each line has its decoded text and, as a raw string, its stored bytes. A
 * character of a raw string is a byte, or in UTF-16 two bytes.
 * Guarantee: untouched lines keep their bytes, line ends and order. New lines get the file's most common line end. If
 * the file ended without a line end, it still does. A file in a code page becomes UTF-8 if a new line has other
 * characters, or if its bytes would be read as UTF-8; `canWrite` and `keepCodePage` prevent this.
 * Tests: test/load-order/merging/.
 */
export interface LineEditor {
  readonly encoding: Encoding
  /** The lines of the stored file, in their order there. */
  readonly stored: readonly Line[]
  /** Returns the lines that are in the file now. */
  lines(): Iterable<Line>
  /** Replaces the first `length` characters after the leading spaces of a line. They must be ASCII. */
  setMarker(line: Line, length: number, marker: string): void
  remove(line: Line): void
  /** Moves a line, or puts a removed one back, to a place. */
  move(line: Line, to: Place): void
  add(text: string, to: Place): Line
  /** Reports whether the encoding has all characters of a text. */
  canWrite(text: string): boolean
  /** Reports whether the file after all edits would have the same text in another encoding. */
  isReadAs(other: Encoding): boolean
  /** Adds a comment if the file is in a code page, but would be read as UTF-8. */
  keepCodePage(): void
  /** Returns the file after all edits. */
  bytes(): Uint8Array
}

export interface Line {
  text: string
  /** The raw string of the text; undefined if the encoding lacks one of its characters. */
  raw: string | undefined
  /** The line end. Empty for a new line, and for a last line without one. */
  end: string
  previous: Line
  next: Line
}

/** A place next to a line that is in the file, or the end of the file. */
export type Place = { after: Line } | { before: Line } | 'end'

/** Mod Organizer writes these line ends. */
const DEFAULT_END = '\r\n'

/** Opens a file. Its encoding must be given if it depends on other files. */
export function editLines(file: Uint8Array, encoding: Encoding = encodingOf(file)): LineEditor {
  const isCodePage = !encoding.startsWith('utf-')
  const mark = file.subarray(0, markLength(file, encoding))
  /** Half a character at the end of a damaged file in UTF-16. */
  const half = file.subarray(file.length - (encoding.startsWith('utf-16') ? file.length % 2 : 0))
  const rawFile = toRaw(file.subarray(mark.length, file.length - half.length), encoding)
  const rawLines = rawLinesOf(rawFile)
  /** Stands for both ends of the file: it is before the first line and after the last one. */
  const edge = unlinked('', '', '')

  const stored = splitLines(decodeAs(file, encoding)).map((text, at) => {
    const rawLine = rawLines[at] ?? ''
    const raw = rawLine.replace(/(?:\r\n|[\r\n])$/, '')
    return insert(unlinked(text, raw, rawLine.slice(raw.length)), 'end')
  })
  const isTerminated = stored.at(-1)?.end !== ''

  function insert(line: Line, to: Place): Line {
    const previous = to === 'end' ? edge.previous : 'after' in to ? to.after : to.before.previous
    link(line, previous.next)
    link(previous, line)
    return line
  }

  function* lines() {
    for (let line = edge.next; line !== edge; line = line.next) yield line
  }

  /** Returns the file in its encoding; undefined if it lacks a character. */
  function encoded(): Uint8Array | undefined {
    const written = [...lines()]
    if (written.some(({ raw }) => raw === undefined)) return undefined
    const raw = written.map((line) => line.raw + endOf(line)).join('')
    return Buffer.concat([mark, fromRaw(raw, encoding), half])
  }

  const newEnd = commonEnd(stored.map(({ end }) => end)) ?? DEFAULT_END
  /** An empty line at the end keeps its line end, without which it would not be a line. */
  const endOf = (line: Line) => (line.next === edge && !isTerminated && line.text !== '' ? '' : line.end || newEnd)

  /** Reports whether bytes that were written in a code page happen to be valid UTF-8. */
  const looksLikeUtf8 = (bytes: Uint8Array) => isCodePage && encodingOf(bytes) !== 'windows-1252' && !isAscii(bytes)

  return {
    encoding,
    stored,
    lines,
    setMarker(line, length, marker) {
      const lead = line.text.slice(0, line.text.length - line.text.trimStart().length)
      const rawLead = encode(lead, encoding) ?? ''
      line.text = lead + marker + line.text.slice(lead.length + length)
      line.raw &&= rawLead + marker + line.raw.slice(rawLead.length + length)
    },
    remove: unlink,
    move(line, to) {
      unlink(line)
      insert(line, to)
    },
    add: (text, to) => insert(unlinked(text, encode(text, encoding), ''), to),
    canWrite: (text) => encode(text, encoding) !== undefined,
    isReadAs(other) {
      const bytes = encoded()
      return bytes !== undefined && decodeAs(bytes, other) === decodeAs(bytes, encoding)
    },
    keepCodePage() {
      const bytes = isCodePage ? encoded() : undefined
      // No byte sequence of this character is valid in UTF-8.
      if (bytes !== undefined && looksLikeUtf8(bytes)) insert(unlinked('# …', encode('# …', encoding), ''), 'end')
    },
    bytes() {
      const bytes = encoded()
      if (bytes !== undefined && !looksLikeUtf8(bytes)) return bytes
      return Buffer.concat([mark, Buffer.from(Array.from(lines(), (line) => line.text + endOf(line)).join(''))])
    },
  }
}

function unlinked(text: string, raw: string | undefined, end: string): Line {
  const line = { text, raw, end } as Line
  link(line, line)
  return line
}

function unlink(line: Line): void {
  link(line.previous, line.next)
  link(line, line)
}

function link(line: Line, next: Line): void {
  line.next = next
  next.previous = line
}

/** Encodes a text as a raw string; undefined if the encoding lacks one of its characters. */
function encode(text: string, encoding: Encoding): string | undefined {
  const raw = encodeRaw(text, encoding)
  const isWritten = encoding.startsWith('utf-') || iconv.decode(Buffer.from(raw, 'latin1'), encoding) === text
  return isWritten ? raw : undefined
}

const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80)
