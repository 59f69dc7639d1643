import { isPlugin } from '../../../load-order/key.ts'
import { ckanTextMods } from '../../../load-order/reading/other-games/ckan.ts'
import { FACTORIO_STATES } from '../../../load-order/reading/other-games/factorio.ts'
import { logKindOf } from '../../../load-order/reading/read.ts'
import { rootOf } from '../../../load-order/reading/xml.ts'

type JsonObject = Record<string, unknown>

/** Names of files that have JSON, each with a sign of its value. The first sign that matches counts. */
const JSON_SIGNS: readonly [name: string, sign: (value: unknown) => boolean][] = [
  ['modpack.ckan', (value) => isObject(value) && value.kind === 'metapackage'],
  ['collection.json', isCollection],
  [
    'mod-list.json',
    (value) =>
      isObject(value) && isRows(value.mods, ({ name, enabled }) => isText(name) && FACTORIO_STATES.has(enabled)),
  ],
  [
    'loadorder.json',
    (value) => isRows(value, ({ id, name, enabled }) => isText(id) && isText(name) && isState(enabled)),
  ],
  [
    'modlist-backup.json',
    (value) => isRows(value, (row) => isText(row.name) && ['game', 'modId', 'fileId'].every((field) => field in row)),
  ],
]

const isText = (value: unknown) => typeof value === 'string'
const isState = (value: unknown) => typeof value === 'boolean'
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isRows = (value: unknown, hasShape: (row: JsonObject) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((row) => isObject(row) && hasShape(row))

function isCollection(value: unknown): boolean {
  if (!isObject(value)) return false
  const { info, mods, plugins, modRules } = value
  return (
    isObject(info) ||
    (Array.isArray(mods) &&
      (Array.isArray(plugins) || Array.isArray(modRules) || mods.some((mod) => isObject(mod) && isObject(mod.source))))
  )
}

/** Names of files that have XML, by their root. */
const XML_NAMES: Readonly<Record<string, string>> = {
  UserData: 'LauncherData.xml',
  save: 'modsettings.lsx',
  ModsConfigData: 'ModsConfig.xml',
  savedModList: 'saved.rml',
  ModList: 'saved.rml',
}

/** Names of other files, each with a sign of its text. The first sign that matches counts. */
const SIGNS: readonly [name: string, sign: RegExp][] = [
  ['mods.csv', /^(?:[^\r\n]*,)?"?#Mod_Name"?(?:[,\r\n]|$)/],
  ['SMAPI-latest.txt', /^\[(?:[^\]\r\n]{0,40}\s)?SMAPI\]/m],
  ['openmw.cfg', /^[ \t]*(?:content|data)[ \t]*=/m],
  ['Morrowind.ini', /^\[Game Files\]/im],
  ['mods.settings', /^\[mod[^\]\r\n]*\][ \t]*(?:\r\n|\n)(?:enabled|priority)[ \t]*=/im],
  ['export.r2x', /^profileName:/m],
  ['mods.yml', /^(?:mods:[ \t]*\r?\n *)?- (?:manifestVersion:|name: [^\s-]+-)/m],
]

const SECTION = /^\[[^\]]+\]$/

/** Returns a file name for a pasted text: that of the file of a mod manager or game that it is, or else text.txt. */
export function pastedName(text: string): string {
  const trimmed = text.trim()
  if (/^[[{]/.test(trimmed)) {
    const value = parsed(trimmed)
    if (value !== undefined) return JSON_SIGNS.find(([, sign]) => sign(value))?.[0] ?? 'text.txt'
  }
  if (trimmed.startsWith('<')) {
    const root = rootOf(trimmed) ?? ''
    return Object.hasOwn(XML_NAMES, root) ? (XML_NAMES[root] ?? '') : 'text.txt'
  }
  const log = logKindOf(text)
  if (log !== null) return log === 'SMAPI' ? 'SMAPI-latest.txt' : 'crash.log'
  const known = SIGNS.find(([, sign]) => sign.test(trimmed))
  if (known !== undefined) return known[0]
  const lines = trimmed.split(/[\r\n]/).map((line) => line.trim())
  const entries = lines.filter((line) => line !== '' && !/^[#;]/.test(line))
  if (SECTION.test(entries[0] ?? '') && entries.some((line) => line.includes('='))) return 'settings.ini'
  const isHalf = (matches: (line: string) => boolean) =>
    entries.length > 0 && 2 * entries.filter(matches).length >= entries.length
  if (isHalf((line) => isPlugin(line) && !/^[+-]/.test(line))) {
    return entries.some((line) => line.startsWith('*')) ? 'plugins.txt' : 'loadorder.txt'
  }
  return isHalf((line) => /^[+*-]\S/.test(line)) || ckanTextMods({ text: trimmed }) !== null
    ? 'modlist.txt'
    : 'text.txt'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
