import { hasExtension, keyOf } from '../../key.ts'
import { withTalk } from '../exports/listed-lines.ts'
import {
  type FoundMod,
  type FoundMods,
  filledLinesOf,
  type Input,
  linesOf,
  type ReadLog,
  textOf,
  versionOf,
} from '../found-mods.ts'
import { readIni } from '../ini.ts'
import { objectsOf } from '../json.ts'
import { type FileKind, jsonKind, logKind } from '../kind.ts'
import { gameLog } from '../logs/crash-log.ts'
import { readTime } from '../logs/places.ts'
import { isHalf } from '../modlist.ts'

/** The list of Kenshi: one file on each line, the first of which loads first. */
export const kenshi: FileKind = {
  names: /^mods\.cfg$/i,
  pasted: {
    name: 'mods.cfg',
    sign: ({ entries }) => isHalf(entries, isMod),
  },
  mods: (input) => {
    const [mods, talk] = [[] as FoundMod[], [] as string[]]
    for (const line of filledLinesOf(input)) {
      if (isMod(line) && !line.startsWith('#')) mods.push({ name: line, enabled: true })
      else if (!line.startsWith('#')) talk.push(line)
    }
    return withTalk(input, mods.length > 0 ? mods : null, talk)
  },
}

const isMod = (line: string): boolean => hasExtension(line, '.mod')

const ACTIVE = /^ActiveModList=/i

/** The settings of Palworld, with a line for each mod that is on. */
export const palworld: FileKind = {
  names: /^palmodsettings\.ini$/i,
  folder: null,
  pasted: { name: 'PalModSettings.ini', sign: /^ActiveModList=/im },
  mods: (input) => {
    const active = filledLinesOf(input).filter((line) => ACTIVE.test(line))
    const mods = active.map((line) => ({ name: line.slice(line.indexOf('=') + 1).trim(), enabled: true }))
    return mods.length > 0 ? mods : null
  },
}

export const witcher: FileKind = {
  names: /^mods\.settings$/i,
  pasted: {
    name: 'mods.settings',
    sign: /^\[mod[^\]\r\n]*\][ \t]*(?:\r\n|\n)(?:enabled|priority)[ \t]*=/im,
  },
  mods: witcherMods,
}

interface RankedMod extends FoundMod {
  key: string
  /** The lowest rank wins. A mod without a priority has the rank infinity, and so loses to all others. */
  rank: number
}

/**
 * Finds the mods in mods.settings of The Witcher 3, which has a section for each. The mod that wins comes last. If ranks
 * are equal, the alphabetically first name wins.
 */
function witcherMods(input: Input): FoundMods {
  const ini = readIni(input.file, linesOf(input))
  input.notes.push(...ini.notes)
  const found = ini.sections
    .filter((section) => section !== '')
    .map((name): RankedMod => ({ name, key: keyOf(name), enabled: true, rank: Number.POSITIVE_INFINITY }))
  const mods = new Map(found.map((mod) => [mod.name, mod]))
  for (const { section, key, value } of ini.settings) {
    const mod = mods.get(section)
    if (mod === undefined) continue
    const setting = key.toLowerCase()
    if (setting === 'enabled') mod.enabled = value !== '0' && value.toLowerCase() !== 'false'
    else if (setting === 'priority' && /^\d{1,9}$/.test(value)) mod.rank = Number(value)
  }
  return found.sort((one, other) =>
    one.rank === other.rank ? (one.key < other.key ? 1 : -1) : one.rank < other.rank ? 1 : -1,
  )
}

/** The values of `enabled`, and whether the mod is on. Older versions of the game write texts. */
const STATES: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, 'true'].map((on) => [on, true] as const),
  ...[false, 'false'].map((off) => [off, false] as const),
])

/** The list of Factorio, which has no order. */
export const factorio = jsonKind('mod-list.json', /^mod-list\.json$/i, ({ mods }) => {
  const rows = objectsOf(mods)
  if (!rows?.every(({ name, enabled }) => typeof name === 'string' && STATES.has(enabled))) return null
  return rows.map(({ name, enabled, version }) => ({
    name: textOf(name),
    enabled: STATES.get(enabled) === true,
    version: versionOf(version),
  }))
})

export const factorioLog = logKind('factorio-current.log', /^factorio-(?:current|previous)\.log$/i, {
  sign: /Loading mod /,
  read: readFactorioLog,
})

const LOADING = ' Loading mod '

/** Reads the mods that a log names while it loads them, each once: "Loading mod NAME 1.2.3 (data.lua)". */
function readFactorioLog(file: string, lines: readonly string[]): ReadLog | null {
  const mods = new Map<string, FoundMod>()
  for (const line of lines) {
    const start = line.indexOf(LOADING)
    const end = line.lastIndexOf(' (')
    if (start === -1 || end < start) continue
    const [, name = '', version = ''] =
      /^(?:settings )?(\S.{0,254}) (\d{1,9}\.\d{1,9}\.\d{1,9})$/.exec(line.slice(start + LOADING.length, end)) ?? []
    if (name === '' || mods.has(name)) continue
    const isGame = name === 'core'
    mods.set(name, { kind: isGame ? 'unmanaged' : 'mod', name, enabled: isGame ? null : true, version })
  }
  const [, time, game = null] = /(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}); Factorio (\S{1,50})/.exec(lines[0] ?? '') ?? []
  const facts = { format: 'Factorio', game_version: game, ...(time !== undefined && { time: readTime(time) ?? null }) }
  return gameLog(file, facts, { mods: [...mods.values()] })
}
