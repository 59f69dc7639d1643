import { isName } from '../../key.ts'
import type { CodePlace } from '../../schemas.ts'

/** The place of code that is in no module. */
export const NOWHERE: CodePlace = { module: null, offset: null }

/** Matches the end of a module's name, and the offset in it: ".dll+001EAB4". */
const OFFSET = /\.(\w{1,5})\+([\da-f]{1,16})(?!\w)/i

/** Matches an address and the space before it. */
const ADDRESS = /^\s*0x[\da-f]{1,16}(?!\w)/i

/** Characters that no file name has, and wide spaces, which separate columns. */
const NOT_IN_NAMES = /[<>:"|?*\t]|\s\s/

/** Reads "0x7FF91C44EAB4 skee64.dll+001EAB4 ...", with or without brackets around the module. */
export function placeAfterAddress(text: string): CodePlace {
  const rest = text.slice(ADDRESS.exec(text)?.[0].length ?? 0).trim()
  const found = OFFSET.exec(rest)
  if (found === null) return NOWHERE
  const written = rest.slice(rest.startsWith('(') ? 1 : 0, found.index + 1 + (found[1]?.length ?? 0))
  const path = written.slice(Math.max(written.lastIndexOf('\\'), written.lastIndexOf('/')) + 1)
  return isName(path) && !NOT_IN_NAMES.test(written.replace(/^[a-z]:/i, ''))
    ? { module: path, offset: offsetOf(found[2] ?? '') }
    : NOWHERE
}

/** Returns an offset without leading zeros, so that those of all loggers agree. */
const offsetOf = (hex: string): string => hex.toUpperCase().replace(/^0+(?=.)/, '')

/** Matches the beginning of a line of a call stack: "[ 0]", "[0][P]". */
const FRAME = /^\[\s{0,3}\d{1,5}\]\s{0,3}(?:\[[a-z]\])?/i

/** Matches the beginning of a frame in a log of NVSE: "0x0019ED14 |   FalloutNV (0x00EC7C62) |", "0x0019ED14 ==> ...". */
const NVSE_FRAME = /^0x[\da-f]{8} (?:\||==>) /i

/** Returns the place of a frame; undefined if the line is none. */
export function frameOf(line: string): CodePlace | undefined {
  const head = FRAME.exec(line)?.[0]
  if (head !== undefined) return placeAfterAddress(line.slice(head.length))
  const start = NVSE_FRAME.exec(line)?.[0].length
  if (start === undefined) return undefined
  const open = line.indexOf(' (0x', start)
  const [, hex] = /^ \(0x([\da-f]{1,16})\)/i.exec(line.slice(Math.max(open, 0), open + 24)) ?? []
  const module = open === -1 || hex === undefined ? undefined : moduleOf(line.slice(start, open))
  return module === undefined ? NOWHERE : { module, offset: offsetOf(hex ?? '') }
}

/** Returns the trimmed name of a module; undefined for another text. */
export function moduleOf(text: string): string | undefined {
  const name = text.trim()
  return isName(name) && !/[<>:"|?*\t()\\/,]/.test(name) ? name : undefined
}
