import { utf16Label } from '../../text/binary.ts'
import { CODE_PAGES, type CodePage } from '../../text/code-pages.ts'
import { decodeAs, type Encoding, encodingOf, hasUtf8Mark } from '../../text/encoding.ts'
import { normalizeLineEnds, splitLines } from '../../text/lines.ts'
import { keyOf } from '../key.ts'
import { MAX_SIGN, mayBeLog } from './logs/logs.ts'
import { orderedPlugin, statedPlugin } from './plugin-lines.ts'
import type { ProfileFile } from './read.ts'

/** Stored files, in any encoding, and their clean names. */
export interface StoredProfile {
  files: readonly Uint8Array[]
  names: readonly string[]
}

/** Returns all stored files of a list as files from which a load order can be read. */
export function storedProfile(profile: StoredProfile): ProfileFile[] {
  const encodings = encodingsOf(profile)
  return profile.files.map((file, at) => ({
    name: profile.names[at] ?? '',
    text: normalizeLineEnds(decodeAs(file, encodings[at] ?? encodingOf(file))),
  }))
}

/** Returns the encodings of all files of a list. The code page of plugins.txt depends on loadorder.txt. */
export function encodingsOf({ files, names }: StoredProfile): Encoding[] {
  const order = files[names.findIndex((name) => /^loadorder\.txt$/i.test(name))]
  return files.map((file, at) => (isPlugins(names[at]) ? pluginsEncoding(file, order) : encodingOf(file)))
}

const isPlugins = (name = '') => /^plugins\.txt$/i.test(name)

/** Reports whether a file is a plugins.txt in a code page, which the list's loadorder.txt decides about. */
const isInCodePage = (name: string | undefined, file: Uint8Array): boolean =>
  isPlugins(name) && encodingOf(file) === 'windows-1252' && !hasUtf8Mark(file)

/** Returns the encoding of plugins.txt, next to this loadorder.txt. */
export function pluginsEncoding(plugins: Uint8Array, loadorder: Uint8Array | undefined): Encoding {
  if (loadorder === undefined || !isInCodePage('plugins.txt', plugins)) return encodingOf(plugins)
  return codePageOf(plugins, decodeAs(loadorder, encodingOf(loadorder)), decodeAs)
}

/** Reports whether a file, in its pieces, can be a log. In UTF-16, the texts that logs have are not found. */
export function mayBeStoredLog(pieces: readonly Uint8Array[]): boolean {
  if (utf16Label(Buffer.concat(pieces.map((piece) => piece.subarray(0, 2)))) !== undefined) return true
  let end = ''
  return pieces.some(({ buffer, byteOffset, byteLength }) => {
    const text = end + Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
    end = text.slice(-MAX_SIGN)
    return mayBeLog(text)
  })
}

/*
 * Finds the code page of plugins.txt.
 *
 * Problem: Mod Organizer writes plugins.txt in the code page of the user's Windows, which the file does not name.
 * Approach: Mod Organizer writes loadorder.txt in UTF-8. The right page is the one in which most lines of plugins.txt
 * name plugins of loadorder.txt. The page with the fewest misses so far is always tried next; if it has no lines left,
 * no other page can win.
 * Guarantee: the result is that of trying all lines in all pages. This also runs in browsers.
 * Tests: test/load-order/reading/code-page.test.ts.
 */

type DecodePage = (bytes: Uint8Array, page: CodePage) => string

/** Number of lines in the first batch. Each batch has twice the lines of the one before it. */
const FIRST_BATCH = 8

/**
 * Returns the code page in which most lines of plugins.txt name plugins of loadorder.txt; of several, the first one of
 * CODE_PAGES.
 */
export function codePageOf(plugins: Uint8Array, loadorder: string, decode: DecodePage): CodePage {
  const named = namesIn(splitLines(loadorder))
  const batches = named.size === 0 ? [] : inBatches(linesBeyondAscii(plugins))
  const candidates = CODE_PAGES.map((page) => ({ page, misses: 0, tried: 0 }))
  for (;;) {
    const best = candidates.reduce((first, other) => (other.misses < first.misses ? other : first))
    const batch = batches[best.tried++]
    if (batch === undefined) return best.page
    const lines = decode(batch.bytes, best.page).split('\n')
    best.misses += batch.lines - lines.reduce((hits, line) => hits + (named.has(line) ? 1 : 0), 0)
  }
}

const NON_ASCII = /[^\0-\x7f]/

/**
 * The plugins of loadorder.txt whose names have other characters than ASCII. Most lines of plugins.txt are such a name
 * as it is written, with or without an asterisk; only the others are read.
 */
function namesIn(lines: readonly string[]) {
  const names = new Set<string>()
  for (const line of lines) {
    const name = NON_ASCII.test(line) ? orderedPlugin(line) : undefined
    if (name !== undefined && NON_ASCII.test(name)) names.add(name)
  }
  let keys: Set<string> | undefined
  return {
    size: names.size,
    has(line: string): boolean {
      if (names.has(line.startsWith('*') ? line.slice(1) : line)) return true
      const name = statedPlugin(line)
      if (name === undefined || !NON_ASCII.test(name)) return false
      if (names.has(name)) return true
      keys ??= new Set(Array.from(names, keyOf))
      return keys.has(keyOf(name))
    },
  }
}

interface Lines {
  /** The lines, each with a line feed at its end. */
  bytes: Uint8Array
  ends: number[]
}

/** Returns the lines with bytes that are not ASCII. In no code page is a line end part of a longer character. */
function linesBeyondAscii(bytes: Uint8Array): Lines {
  const kept = new Uint8Array(bytes.length + 1)
  const ends: number[] = []
  let start = 0
  let end = 0
  let bits = 0 // of all bytes of the line
  const endLine = () => {
    kept[end++] = 0x0a
    if (bits < 0x80)
      end = start // the next line overwrites this one
    else ends.push(end)
    start = end
    bits = 0
  }
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === 0x0a || byte === 0x0d) endLine()
    else {
      kept[end++] = byte
      bits |= byte
    }
  }
  endLine()
  return { bytes: kept.subarray(0, end), ends }
}

function inBatches({ bytes, ends }: Lines): { bytes: Uint8Array; lines: number }[] {
  const batches: { bytes: Uint8Array; lines: number }[] = []
  for (let from = 0, size = FIRST_BATCH; from < ends.length; from += size, size *= 2) {
    const to = Math.min(from + size, ends.length)
    batches.push({ bytes: bytes.subarray(ends[from - 1] ?? 0, ends[to - 1]), lines: to - from })
  }
  return batches
}
