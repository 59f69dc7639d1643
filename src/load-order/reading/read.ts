import { normalizeLineEnds } from '../../text/lines.ts'
import { pluginFormOf } from '../games.ts'
import type { LoadOrder } from '../schemas.ts'
import { isListedHtml } from './exports/listed-names.ts'
import type { Identities, Input } from './found-mods.ts'
import { parseJson } from './json.ts'
import { type FileKind, hasPart, PARTS, type Part, type Reading, readPart, type XmlSign } from './kind.ts'
import { KINDS, pasteOf } from './kinds.ts'
import { chooseLog, cutLog, logDiffers, readLogs } from './logs/logs.ts'
import type { Modlist } from './modlist.ts'
import { joinPlugins, type PluginForm, type PluginSources } from './plugins.ts'
import { unwrapped } from './unwrap.ts'
import { rootOf, xmlIn } from './xml.ts'

export type { Part } from './kind.ts'

/** A file of a mod manager's profile: its clean name and its decoded text. */
export interface ProfileFile {
  name: string
  text: string
}

/** A load order, with the details about its files that a comparison needs. */
export interface ProfileLoadOrder extends LoadOrder {
  pluginSources: PluginSources
  /** The content of the modlist.txt that lists the mods; null if another file lists them, or none. */
  modlist: Modlist | null
  /** The identities of the mods, if a file with identities lists them. */
  identities: Identities
  /** The files that list the mods and the plugins; null if none does. For plugins.txt and loadorder.txt, null. */
  origins: { mods: string | null; plugins: string | null }
}

interface ReadOptions {
  /** Reads only this part of the load order. */
  part?: Part | undefined
  /** The list's game in addresses of Nexus Mods; null if the site does not have it, undefined if it is unknown. */
  domain?: string | null | undefined
  /** How plugins.txt says which plugins are on. Without it, the game decides. */
  form?: PluginForm
  /** Whether the sources of mods are needed (default: true). Reading is faster without. */
  withSources?: boolean
}

/**
 * Reads all files of a profile together, and ignores other files. A file can depend on its neighbors and on the list's
 * game.
 */
export function readLoadOrder(
  files: readonly ProfileFile[],
  { part, domain, form = pluginFormOf(domain), withSources = true }: ReadOptions = {},
): ProfileLoadOrder {
  const reading: Reading = {
    modlist: null,
    otherMods: null,
    order: null,
    states: null,
    otherPlugins: null,
    settings: [],
  }
  const inputs = files.map(
    ({ name, text }): Input => ({ file: name, text: unwrapped(text), domain: domain ?? null, withSources, notes: [] }),
  )
  const logs = new Map(inputs.map((input) => [input, readLogs(input.file, input.text)]))
  for (const [input, [log]] of logs) input.log = log
  for (const kind of KINDS) {
    const parts = PARTS.filter((one) => (part === undefined || one === part) && hasPart(kind, one))
    if (parts.length === 0) continue
    for (const input of inputs) {
      const log = logs.get(input) ?? []
      // A log is read as nothing else, whatever its name.
      const isOfKind =
        log.length === 0 ? kind.names.test(input.file) : kind.log !== undefined && kind.log === log[0]?.by
      if (isOfKind) for (const one of parts) readPart(kind, one, reading, input)
    }
  }
  const mods = reading.modlist ?? reading.otherMods
  const { plugins, sources } = joinPlugins(reading.order, reading.states, form)
  const other = plugins === null ? reading.otherPlugins : null
  const listed = plugins ?? other?.plugins ?? null
  const chosen = part === undefined || part === 'plugins' ? chooseLog([...logs.values()].flat()) : null
  const isFromLog = listed === null && chosen !== null && chosen.plugins !== null
  const logNotes = chosen && [
    ...chosen.notes.filter(({ code }) => isFromLog || code !== 'duplicate_plugins'),
    ...(listed === null ? [] : logDiffers(chosen, listed)),
  ]
  return {
    mods: mods?.mods ?? null,
    plugins: listed ?? chosen?.plugins ?? null,
    settings: reading.settings,
    notes: inputs.flatMap(({ file, notes }) => [...notes, ...(file === chosen?.file ? (logNotes ?? []) : [])]),
    log: chosen?.log.facts ?? null,
    pluginSources: { ...sources, lightInLog: isFromLog ? chosen.light : null },
    modlist: reading.modlist,
    identities: mods?.identities ?? new Map(),
    origins: {
      mods: mods?.file ?? null,
      plugins: isFromLog ? chosen.file : (other?.file ?? null),
    },
  }
}

/** What a file is by its content: a log that lists plugins, a log of a game that lists mods, or another file. */
export type LogKind = 'crash' | 'game' | null

/** Returns what a file is by its content. */
export function logKindOf(text: string): LogKind {
  const [log] = readLogs('', text)
  return log === undefined ? null : log.by === undefined ? 'crash' : 'game'
}

/** Returns the parts of a load order that a file belongs to, by its name or as a log; none if the file is not read. */
export function partsOf(name: string, log: LogKind = null): readonly Part[] {
  if (log !== null) return log === 'game' ? ['mods', 'plugins'] : ['plugins']
  const kinds = KINDS.filter(({ names }) => names.test(name))
  return PARTS.filter((part) => kinds.some((kind) => hasPart(kind, part)))
}

/** The name of a pasted text that is of no known kind. */
export const UNKNOWN = 'text.txt'

/** Number of characters whose lines decide of which kind a text is. Most lists are shorter. */
const MAX_SEEN = 2 ** 16

/** Number of characters of a game's log that decide of which game it is. */
const MAX_LOG = 2 ** 18

/** Returns a file name for a pasted text: that of the file of a mod manager or game that it is, or else text.txt. */
export function pastedName(text: string): string {
  const trimmed = unwrapped(normalizeLineEnds(text.trim())).trim()
  const input: Input = { file: '', text: trimmed, domain: null, withSources: false, notes: [] }
  if (parseJson(input) !== undefined) {
    const json = nameOf(({ sign }, kind) => sign === 'JSON' && hasShape(kind, input))
    if (json !== undefined || /^[[{]/.test(trimmed)) return json ?? UNKNOWN
  }
  const root = rootOf(xmlIn(trimmed)) ?? ''
  const isOf = ({ roots, has = '' }: XmlSign) => roots.includes(root) && trimmed.includes(has)
  const xml = nameOf(({ sign }) => typeof sign === 'object' && 'roots' in sign && isOf(sign))
  if (xml !== undefined) return xml
  if (isListedHtml(trimmed)) return 'mods.html'
  if (trimmed.startsWith('<')) return UNKNOWN
  const [log] = readLogs('', trimmed.length > MAX_LOG ? (cutLog(trimmed, MAX_LOG) ?? trimmed) : trimmed)
  if (log !== undefined)
    return KINDS.find(({ log: reader }) => reader && reader === log.by)?.pasted?.name ?? 'crash.log'
  const seen = trimmed.slice(0, trimmed.length > MAX_SEEN ? trimmed.lastIndexOf('\n', MAX_SEEN) : undefined)
  const paste = pasteOf({ text: seen })
  return (
    nameOf(({ sign }) => typeof sign === 'object' && 'test' in sign && sign.test(trimmed)) ??
    nameOf(({ sign }) => typeof sign === 'function' && sign(paste)) ??
    UNKNOWN
  )
}

/** Reports whether the readers of a kind find their shape in a text, which may be cut off. */
const hasShape = ({ mods, plugins }: FileKind, input: Input): boolean =>
  (mods !== undefined && mods(input) !== null) || plugins?.(input) !== undefined

const nameOf = (is: (pasted: NonNullable<FileKind['pasted']>, kind: FileKind) => boolean): string | undefined =>
  KINDS.find((kind) => kind.pasted !== undefined && is(kind.pasted, kind))?.pasted?.name
