import { isName, keyOf } from '../../key.ts'
import type { LoggedMod } from '../../schemas.ts'
import { type FoundMod, type FoundMods, type Input, type ReadLog, versionOf } from '../found-mods.ts'
import type { FileKind } from '../kind.ts'
import { gameLog, MAX_SHORT } from '../logs/crash-log.ts'
import { dotted } from '../logs/heads.ts'
import { readTime, timeOfName } from '../logs/places.ts'
import { drop, droppedNotes, noneDropped } from '../notes.ts'

/** A log of SMAPI. Its content says what it is, whatever its name. */
export const smapi: FileKind = {
  names: /^smapi.*\.(txt|log)$/i,
  pasted: { name: 'SMAPI-latest.txt', sign: /^\[(?:[^\]\r\n]{0,40}\s)?SMAPI\]/m },
  log: { sign: /SMAPI\]/, read: readSmapiLog },
  mods: smapiMods,
}

/** Matches the prefix of SMAPI's own lines: "[SMAPI] ", "[12:34:56 INFO  SMAPI] ". */
const PREFIX = /^\[(?:[^\]]{0,40}\s)?SMAPI\]\s?/

const HEADING = /^\s*(?:Loaded \d+ (?:mods|content packs):|(Skipped mods))\s*$/

/** Matches a version: two numbers separated by a dot, and anything without white space. */
const VERSION = /^v?\d+\.\d\S*$/

/** Separates the version from the author. A name can contain it, too. */
const BY = ' by '

/**
 * Finds the mods and content packs that SMAPI (Stardew Valley) loaded, in the order of its log; they are on. Mods that it
 * skipped follow, off, with their reasons in a note.
 */
function smapiMods({ file, log, notes }: Input): FoundMods {
  const dropped = noneDropped()
  for (const { name, reason } of log?.mods ?? []) if (reason !== undefined) drop(dropped, `${name}: ${reason}`)
  notes.push(...droppedNotes(file, 'skipped_mods', dropped))
  return log?.mods ?? null
}

/** Returns a reader of the lists in a log, line by line: of the mods that were loaded, and of those that were skipped. */
function listReader() {
  const lists = { loaded: [] as FoundMod[], skipped: [] as FoundMod[], isLog: false }
  let list: 'loaded' | 'skipped' | undefined
  let indent = 0
  /** Reads what SMAPI said. Returns the mod, if it was skipped. */
  function read(said: string): FoundMod | undefined {
    const heading = HEADING.exec(said)
    if (heading !== null) {
      lists.isLog = true
      list = heading[1] === undefined ? 'loaded' : 'skipped'
      indent = indentOf(said)
      return undefined
    }
    if (list === undefined) return undefined
    const mod = list === 'loaded' ? entryOf(said.trim()) : skippedOf(said.trim())
    if (mod !== undefined) lists[list].push(mod)
    else if (list === 'loaded' ? !said.startsWith('  ') : indentOf(said) <= indent && !RULE.test(said.trim()))
      list = undefined
    return list === 'skipped' ? mod : undefined
  }
  return { lists, read }
}

/** Matches the line under a heading, and an empty line. */
const RULE = /^-*$/

const indentOf = (text: string): number => text.length - text.trimStart().length

const BECAUSE = ' because '
const MAX_REASON = 500

/** Reads "- NAME VERSION because REASON". The version may be missing. */
function skippedOf(said: string): FoundMod | undefined {
  const because = said.indexOf(BECAUSE)
  if (!said.startsWith('- ') || because === -1) return undefined
  const head = said.slice(2, because).trim()
  const { name, version = null } = namedVersion(head) ?? { name: head }
  const reason = said.slice(because + BECAUSE.length, because + BECAUSE.length + MAX_REASON).trim()
  return isName(name) ? { name, enabled: false, version, reason } : undefined
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

/** Matches the head of a line: "[12:34:56 ERROR Name] ". A line on the console has the name only. */
const HEAD = /^\[(?:\d{2}:\d{2}:\d{2} (TRACE|DEBUG|INFO|WARN|ALERT|ERROR|FATAL) {1,5})?([^\]]{1,300})\]/

const UPDATES = /^You can update \d{1,9} mods?:/
const STARTED = 'Log started at '
const MAX_SKIPPED = 200

/** Reads a log of SMAPI (Stardew Valley) in terms of what went wrong. Null if the lines are none. */
function readSmapiLog(file: string, lines: readonly string[]): ReadLog | null {
  const { lists, read } = listReader()
  const told = new Map<string, LoggedMod>()
  const modNamed = (name: string): LoggedMod => {
    const key = keyOf(name)
    const mod = told.get(key) ?? { name, version: null, errors: 0, update: null, skipped: null }
    told.set(key, mod)
    return mod
  }
  let started: { smapi: string; game: string; platform: string } | undefined
  let time: string | undefined
  let listsUpdates = false
  for (const line of lines) {
    const prefix = PREFIX.exec(line)?.[0]
    if (prefix === undefined) {
      // a line of a mod, or the next line of a description
      const [, level, source = ''] = HEAD.exec(line) ?? []
      if ((level === 'ERROR' || level === 'FATAL') && source !== 'game' && isName(source)) modNamed(source).errors++
      continue
    }
    const written = line.slice(prefix.length)
    const said = written.trim()
    const skipped = read(written)
    if (skipped !== undefined) modNamed(skipped.name).skipped ??= skipped.reason?.slice(0, MAX_SKIPPED) ?? null
    started ??= startOf(said)
    if (time === undefined && said.startsWith(STARTED)) time = said.slice(STARTED.length).trim()
    const update = listsUpdates ? updateOf(said) : undefined
    if (update !== undefined) modNamed(update.name).update ??= update.version
    else listsUpdates = UPDATES.test(said)
  }
  const { loaded, skipped, isLog } = lists
  if (!isLog && started === undefined) return null
  for (const { name, version = null } of [...skipped, ...loaded]) {
    const mod = told.get(keyOf(name))
    if (mod !== undefined) mod.version = version
  }
  const mods = [...told.values()]
  const failing = mods.filter(({ errors }) => errors > 0).map(({ name }) => name)
  const log = gameLog(file, {
    format: 'SMAPI',
    format_version: started === undefined ? null : dotted(started.smapi),
    game_version: started === undefined ? null : dotted(started.game),
    platform: started?.platform.slice(0, MAX_SHORT) ?? null,
    time: timeOf(time, file),
    named: { plugins: [], dlls: [], mods: failing.slice(0, 100) },
    mods,
  })
  return log && { ...log, mods: isLog ? [...loaded, ...skipped] : null }
}

function timeOf(written: string | undefined, file: string): string | null {
  if (written === undefined) return timeOfName(file) ?? null
  const time = readTime(written)
  return time === undefined ? written.slice(0, MAX_SHORT) : `${time}Z`
}

/** Reads "SMAPI 4.0.8 with Stardew Valley 1.6.8 on Windows 10". */
function startOf(said: string) {
  if (!said.startsWith('SMAPI ')) return undefined
  const [smapi = '', rest = ''] = said.split(' with Stardew Valley ', 2)
  const on = rest.indexOf(' on ')
  return on !== -1
    ? {
        smapi: smapi.slice('SMAPI '.length).trim(),
        game: rest.slice(0, on).trim(),
        platform: rest.slice(on + 4).trim(),
      }
    : undefined
}

/** Reads "NAME VERSION: https://... (you have VERSION)". */
function updateOf(said: string): { name: string; version: string } | undefined {
  const head = said.slice(0, Math.max(0, said.indexOf(': http')))
  const space = head.lastIndexOf(' ')
  const [name, version] = [head.slice(0, Math.max(0, space)).trim(), head.slice(space + 1)]
  return isName(name) && VERSION.test(version)
    ? { name, version: version.replace(/^v/, '').slice(0, MAX_SHORT) }
    : undefined
}
