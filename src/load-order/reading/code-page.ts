import { CODE_PAGES, type CodePage } from '../../text/code-pages.ts'
import { splitLines } from '../../text/lines.ts'
import { keyOf } from '../key.ts'
import { orderedPlugin, statedPlugin } from './plugin-lines.ts'

/*
 * Finds the code page of plugins.txt.
 *
 * Problem: Mod Organizer writes plugins.txt in the code page of the user's Windows, which the file does not name.
 * Approach: Mod Organizer writes loadorder.txt in UTF-8. The right page is the one in which most lines of plugins.txt
 * name plugins of loadorder.txt. A sample of lines decides which page is tried first; a page is given up once it can't
 * win.
 * Guarantee: the result is that of trying all lines in all pages. This also runs in browsers.
 * Tests: test/load-order/reading/code-page.test.ts, `npm run bench -- code-page`.
 */

export type DecodePage = (bytes: Uint8Array, page: CodePage) => string

/** Number of lines that are decoded at once. */
const BATCH = 64

/**
 * Returns the code page in which most lines of plugins.txt name plugins of loadorder.txt; of several, the first one of
 * CODE_PAGES.
 */
export function codePageOf(plugins: Uint8Array, loadorder: string, decode: DecodePage): CodePage {
  const named = namesIn(splitLines(loadorder))
  const lines = named.size === 0 ? [] : linesBeyondAscii(plugins)
  if (lines.length === 0) return CODE_PAGES[0]
  const batches = Array.from({ length: Math.ceil(lines.length / BATCH) }, (_, at) =>
    lines.slice(at * BATCH, (at + 1) * BATCH),
  )
  const countIn = (batch: readonly Uint8Array[], page: CodePage) =>
    decode(joined(batch), page)
      .split('\n')
      .reduce((count, line) => count + (named.has(statedPlugin(line)) ? 1 : 0), 0)

  const candidates = CODE_PAGES.map((page, rank) => ({ page, rank, first: countIn(batches[0] ?? [], page) }))
  let best = { page: CODE_PAGES[0] as CodePage, rank: 0, count: 0 }
  for (const { page, rank, first } of candidates.toSorted((one, other) => other.first - one.first)) {
    let possible = lines.length - (batches[0]?.length ?? 0) + first
    const canWin = () => possible > best.count || (possible === best.count && rank < best.rank)
    for (const batch of batches.slice(1)) {
      if (!canWin()) break
      possible += countIn(batch, page) - batch.length
    }
    if (canWin() && possible > 0) best = { page, rank, count: possible }
  }
  return best.page
}

const NON_ASCII = /[^\0-\x7f]/

/** The plugins of loadorder.txt whose names have other characters than ASCII. Most names are found as they are written. */
function namesIn(lines: readonly string[]) {
  const names = new Set<string>()
  for (const line of lines) {
    const name = NON_ASCII.test(line) ? orderedPlugin(line) : undefined
    if (name !== undefined && NON_ASCII.test(name)) names.add(name)
  }
  let keys: Set<string> | undefined
  return {
    size: names.size,
    has(name: string | undefined): boolean {
      if (name === undefined || !NON_ASCII.test(name)) return false
      if (names.has(name)) return true
      keys ??= new Set(Array.from(names, keyOf))
      return keys.has(keyOf(name))
    },
  }
}

/** Returns the lines with bytes that are not ASCII. In no code page is a line end part of a longer character. */
function linesBeyondAscii(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  let start = 0
  let isAscii = true
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? 0x0a
    if (byte >= 0x80) isAscii = false
    if (byte !== 0x0a && byte !== 0x0d) continue
    if (!isAscii) lines.push(bytes.subarray(start, at))
    start = at + 1
    isAscii = true
  }
  return lines
}

/** Returns lines with line feeds between them. */
function joined(lines: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(lines.reduce((sum, { length }) => sum + length + 1, 0)).fill(0x0a)
  let at = 0
  for (const line of lines) {
    bytes.set(line, at)
    at += line.length + 1
  }
  return bytes
}
