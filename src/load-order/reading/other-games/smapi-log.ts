import { splitLines } from '../../../text/lines.ts'
import { hidePersonal } from '../../../text/personal.ts'
import { isName } from '../../key.ts'
import { type FoundMod, type FoundMods, type Input, versionOf } from '../found-mods.ts'
import type { FileKind } from '../kind.ts'
import { drop, droppedNotes, noneDropped } from '../notes.ts'

/** A log of SMAPI. Its content says what it is, whatever its name. */
export const smapi: FileKind = {
  names: /^smapi.*\.(txt|log)$/i,
  pasted: { name: 'SMAPI-latest.txt', sign: /^\[(?:[^\]\r\n]{0,40}\s)?SMAPI\]/m },
  log: 'SMAPI',
  mods: smapiMods,
}

/** Matches the prefix of SMAPI's own lines: "[SMAPI] ", "[12:34:56 INFO  SMAPI] ". */
const PREFIX = /^\[(?:[^\]]{0,40}\s)?SMAPI\]\s?/

const HEADING = /^\s*Loaded \d+ (?:mods|content packs):\s*$/

/** Matches a version: two numbers separated by a dot, and anything without white space. */
export const VERSION = /^v?\d+\.\d\S*$/

/** Separates the version from the author. A name can contain it, too. */
const BY = ' by '

const SKIPPED = /^\s*Skipped mods\s*$/

/**
 * Finds the mods and content packs that SMAPI (Stardew Valley) loaded, in the order of its log; they are on. Mods that it
 * skipped follow, off, with their reasons in a note. Personal data is hidden, as in all that is read from logs.
 */
function smapiMods({ file, text, notes }: Input): FoundMods {
  const { isLog, loaded, skipped } = smapiLists(splitLines(hidePersonal(text)))
  const dropped = noneDropped()
  for (const { name, reason } of skipped) drop(dropped, `${name}: ${reason}`)
  notes.push(...droppedNotes(file, 'skipped_mods', dropped))
  return isLog ? [...loaded, ...skipped] : null
}

/** Returns the mods that a log lists as loaded, and those that it lists as skipped. */
export function smapiLists(lines: readonly string[]) {
  const loaded: FoundMod[] = []
  const skipped: SkippedMod[] = []
  let isLog = false
  let list: 'loaded' | 'skipped' | undefined
  let indent = 0
  for (const line of lines) {
    const prefix = PREFIX.exec(line)?.[0]
    if (prefix === undefined) continue // a line of a mod, or the next line of a description
    const said = line.slice(prefix.length)
    if (HEADING.test(said) || SKIPPED.test(said)) {
      isLog = true
      list = HEADING.test(said) ? 'loaded' : 'skipped'
      indent = indentOf(said)
    } else if (list === 'loaded') {
      const mod = entryOf(said.trim())
      if (mod !== undefined) loaded.push(mod)
      else if (!said.startsWith('  ')) list = undefined
    } else if (list === 'skipped') {
      const mod = skippedOf(said.trim())
      if (mod !== undefined) skipped.push(mod)
      else if (indentOf(said) <= indent && !RULE.test(said.trim())) list = undefined
    }
  }
  return { isLog, loaded, skipped }
}

/** Matches the line under a heading, and an empty line. */
const RULE = /^-*$/

const indentOf = (text: string): number => text.length - text.trimStart().length

interface SkippedMod extends FoundMod {
  reason: string
}

const BECAUSE = ' because '
const MAX_REASON = 500

/** Reads "- NAME VERSION because REASON". The version may be missing. */
export function skippedOf(said: string): SkippedMod | undefined {
  const because = said.indexOf(BECAUSE)
  if (!said.startsWith('- ') || because === -1) return undefined
  const head = said.slice(2, because).trim()
  const mod = namedVersion(head) ?? { name: head }
  const reason = said.slice(because + BECAUSE.length, because + BECAUSE.length + MAX_REASON).trim()
  return isName(mod.name) ? { ...mod, enabled: false, reason } : undefined
}

/** Reads "NAME VERSION by AUTHOR | DESCRIPTION", in which the author and the description may be missing. */
function entryOf(said: string): FoundMod | undefined {
  if (said.startsWith('- ')) return undefined
  const [head = ''] = said.split(' | ', 1)
  for (let end = head.indexOf(BY); end !== -1; end = head.indexOf(BY, end + 1)) {
    const mod = namedVersion(head.slice(0, end))
    if (mod !== undefined) return mod
  }
  return namedVersion(head)
}

function namedVersion(text: string): FoundMod | undefined {
  const space = text.trimEnd().lastIndexOf(' ')
  const version = text.slice(space + 1).trim()
  return space > 0 && VERSION.test(version)
    ? { name: text.slice(0, space), enabled: true, version: versionOf(version) }
    : undefined
}
