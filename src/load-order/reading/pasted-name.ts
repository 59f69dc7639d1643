import { normalizeLineEnds } from '../../text/lines.ts'
import { isListedHtml } from './exports/listed-names.ts'
import type { Input } from './found-mods.ts'
import { parseJson } from './json.ts'
import type { FileKind } from './kind.ts'
import { KINDS, pasteOf } from './kinds.ts'
import { readLogs } from './logs/logs.ts'
import { unwrapped } from './unwrap.ts'
import { rootOf } from './xml.ts'

/** The name of a pasted text that is of no known kind. */
export const UNKNOWN = 'text.txt'

/** Number of characters whose lines decide of which kind a text is. Most lists are shorter. */
const MAX_SEEN = 2 ** 17

/** Returns a file name for a pasted text: that of the file of a mod manager or game that it is, or else text.txt. */
export function pastedName(text: string): string {
  const trimmed = unwrapped(normalizeLineEnds(text)).trim()
  const input: Input = { file: '', text: trimmed, domain: null, withSources: false, notes: [] }
  if (/^[[{]/.test(trimmed) && parseJson(input) !== undefined)
    return nameOf(({ sign }, kind) => sign === 'JSON' && hasShape(kind, input)) ?? UNKNOWN
  if (trimmed.startsWith('<')) {
    const isXml = rootOf(trimmed) !== undefined
    const xml = isXml ? nameOf(({ sign }, kind) => sign === 'XML' && hasShape(kind, input)) : undefined
    return xml ?? (isListedHtml(trimmed) ? 'mods.html' : UNKNOWN)
  }
  const [log] = readLogs('', trimmed)
  if (log !== undefined)
    return KINDS.find(({ log: reader }) => reader && reader === log.by)?.pasted?.name ?? 'crash.log'
  const paste = pasteOf(trimmed.slice(0, trimmed.length > MAX_SEEN ? trimmed.lastIndexOf('\n', MAX_SEEN) : undefined))
  return (
    nameOf(({ sign }) => sign instanceof RegExp && sign.test(trimmed)) ??
    nameOf(({ sign }) => typeof sign === 'function' && sign(paste)) ??
    UNKNOWN
  )
}

/** Reports whether the readers of a kind find their shape in a text, which may be cut off. */
const hasShape = ({ mods, plugins }: FileKind, input: Input): boolean =>
  (mods !== undefined && mods(input) !== null) || plugins?.(input) !== undefined

const nameOf = (is: (pasted: NonNullable<FileKind['pasted']>, kind: FileKind) => boolean): string | undefined =>
  KINDS.find((kind) => kind.pasted !== undefined && is(kind.pasted, kind))?.pasted?.name
