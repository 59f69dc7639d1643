import { Buffer } from 'buffer/'
import type { CodePage } from '../../../text/code-pages.ts'

// What taking changes over needs of Node: the build puts it in place of `Buffer`, `node:buffer` and `iconv-lite`
// (scripts/website-assets.ts).

export { Buffer }

/** The names of code pages in browsers, where they differ. */
const LABELS: Partial<Record<string, string>> = { cp932: 'shift_jis', cp936: 'gbk', cp949: 'euc-kr', cp950: 'big5' }

export const decode = (bytes: Uint8Array, page: string): string =>
  new TextDecoder(LABELS[page] ?? page).decode(bytes as Uint8Array<ArrayBuffer>)

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes as Uint8Array<ArrayBuffer>)
    return true
  } catch {
    return false
  }
}

const TABLES = new Map<string, Map<string, number[]>>()

/** Encodes a text in a code page. A character that the page lacks becomes a question mark. */
export function encode(text: string, page: CodePage): Buffer {
  const table = TABLES.get(page) ?? tableOf(page)
  TABLES.set(page, table)
  return Buffer.from(Array.from(text, (character) => table.get(character) ?? [0x3f]).flat())
}

/** Returns the bytes of each character of a code page, which browsers can only decode. */
function tableOf(page: CodePage): Map<string, number[]> {
  const table = new Map<string, number[]>()
  const add = (bytes: number[]) => {
    const character = decode(Uint8Array.from(bytes), page)
    if ([...character].length === 1 && character !== '\uFFFD' && !table.has(character)) table.set(character, bytes)
  }
  for (let byte = 0; byte < 256; byte++) add([byte])
  if (page in LABELS) {
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add([lead, trail])
  }
  return table
}

export default { decode, encode }
