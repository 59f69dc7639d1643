import { splitTalk, withTalk } from '../exports/listed-lines.ts'
import { type FoundMod, type FoundMods, type InputText, type ReadLog, sourceOf, textOf } from '../found-mods.ts'
import { isObject, objectsOf, parseYaml } from '../json.ts'
import { type FileKind, logKind } from '../kind.ts'
import { firstMatch, gameLog } from '../logs/crash-log.ts'
import { isAt, visitXml } from '../xml.ts'

/** The active mods of the game, by their package ids. The first one loads first. */
export const rimworld: FileKind = {
  names: /\.xml$/i,
  folder: /^modsconfig\.xml$/i,
  pasted: { name: 'ModsConfig.xml', sign: { roots: ['ModsConfigData'] } },
  mods: ({ text }) => idsIn(text, ['ModsConfigData/activeMods/li']),
}

/** A list that the game (`.rml`) or a mod manager for it has saved. */
export const rimworldList: FileKind = {
  names: /\.(rml|xml)$/i,
  folder: /\.rml$/i,
  isCommonName: true,
  pasted: { name: 'saved.rml', sign: { roots: ['savedModList', 'ModList'] } },
  mods: ({ text }) => idsIn(text, ['savedModList/modList/ids/li', 'savedModList/meta/modIds/li', 'ModList/modIds/li']),
}

/** A text that the game or RimSort copies: "Name [https://...]", "Name [package.id][https://...]". */
export const rimworldText: FileKind = {
  names: /^mods\.txt$/i,
  folder: null,
  pasted: { name: 'mods.txt', sign: (paste) => (textMods(paste)?.length ?? 0) >= 5 },
  mods: (input) => {
    const talk: string[] = []
    const mods = textMods(input, talk)
    return withTalk(
      input,
      mods,
      talk.filter((line) => !HEAD.test(line)),
    )
  },
}

const HEAD =
  /^(?:[*-] )?\[Mod list length: \d{1,6}\]$|^Created with |^RimWorld game version |^Total # of mods: |^Mod list was created for |^Mod list:$/i
const ENTRY = /^(?:- )?(\S.{0,254}?) (?:\[([\w.-]{1,200})\])?\[([^[\]]{1,500})\]$/

function textMods(input: InputText, talk: string[] = []): FoundMod[] | null {
  const isEntry = (line: string) => line.endsWith(']') && !HEAD.test(line)
  const filled = splitTalk(input, isEntry, talk)
  if (4 * filled.filter(isEntry).length < filled.length) return null
  const lines = filled.filter((line) => !HEAD.test(line))
  const mods = lines.map((line) => {
    const [, name = line, id = '', address] = ENTRY.exec(line) ?? []
    return {
      mod: { ...modWithId(id || name), source: sourceOf(address) },
      isSure: id !== '' || STEAM.test(address ?? ''),
    }
  })
  const hasHead = lines.length < filled.length || talk.some((line) => HEAD.test(line))
  const isSure = 2 * mods.filter((one) => one.isSure).length >= lines.length && mods.length > 1
  return isSure && (hasHead || mods.every((one) => one.isSure)) ? mods.map(({ mod }) => mod) : null
}

const STEAM = /^https?:\/\/steamcommunity\.com\//

const YAML_KEYS = new Set(['Id'])

/** A list of the mod Mod Manager. */
export const rimworldYaml: FileKind = {
  names: /\.ya?ml$/i,
  folder: null,
  pasted: { name: 'modlist.yaml', sign: /^Mods:\n *- (?:Id|Name): /m },
  mods: ({ text }) => {
    if (!/^Mods:/m.test(text)) return null
    const value = parseYaml(text, YAML_KEYS)
    const mods = isObject(value) ? objectsOf(value.Mods) : undefined
    if (!mods?.every(({ Id }) => typeof Id === 'string')) return value === undefined ? undefined : null
    return mods.map(({ Id }) => modWithId(textOf(Id)))
  },
}

/** Returns the mods at the first path that has any. The path has the name of the root. */
function idsIn(text: string, paths: readonly string[]): FoundMods {
  const lists = paths.map((path) => ({ names: path.split('/'), ids: [] as string[] }))
  const idsAt = (path: readonly string[]) => lists.find(({ names }) => isAt(path, names))?.ids
  const roots = lists.map(({ names: [root = ''] }) => root)
  const root = visitXml(text, roots, {
    open: (path) => idsAt(path)?.push(''),
    text(path, part) {
      const ids = idsAt(path)
      if (ids !== undefined) ids.push((ids.pop() ?? '') + part)
    },
  })
  const { ids = [] } = lists.find(({ ids }) => ids.length > 0) ?? {}
  return typeof root === 'string' ? ids.map(modWithId) : root
}

/** Returns a mod by its package id, without what the game and Mod Manager add to tell copies of a mod apart. */
const modWithId = (id: string): FoundMod => ({ name: id.trim().replace(/_(?:steam|copy)$/i, ''), enabled: true })

/** The log of the game, which lists the mods of the saved game that was loaded last. */
export const rimworldLog = logKind(
  'Player.log',
  /^player(?:-prev)?\.log$/i,
  { sign: /Loading game from file /, read: readRimworldLog },
  true,
)

const LISTED = /^ {2}- (\S{1,255})(?: \(.{0,100}\))?$/

function readRimworldLog(file: string, lines: readonly string[]): ReadLog | null {
  const start = lines.findLastIndex((line) => line.includes('Loading game from file ') && line.endsWith(' with mods:'))
  if (start === -1) return null
  const below = lines.slice(start + 1)
  const end = below.findIndex((line) => !LISTED.test(line))
  const mods = below.slice(0, end === -1 ? undefined : end).map((line) => modWithId(LISTED.exec(line)?.[1] ?? ''))
  const version = firstMatch(lines, /^RimWorld (\d\S{1,49})/) ?? null
  return gameLog(file, { format: 'RimWorld', game_version: version }, { mods })
}
