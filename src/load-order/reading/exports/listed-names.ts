import { isName } from '../../key.ts'
import {
  type FoundMod,
  type FoundMods,
  filledLinesOf,
  type Input,
  type InputText,
  sourceOf,
  textOf,
  versionOf,
} from '../found-mods.ts'
import { type JsonObject, parseRows } from '../json.ts'
import type { FileKind } from '../kind.ts'
import { areBullets, arePackages, GENERATOR, isHalf, isOfOrganizer, isPak, PACKAGE } from '../modlist.ts'
import { ckanTextMods } from '../other-games/ckan.ts'
import { DISABLED, listedLines, MAX_LINES, modOfLine, splitTalk, withTalk } from './listed-lines.ts'
import { OWN_TABLE } from './own.ts'

/*
 * Reads a list of names, as people and launchers write it: a mod on each line, with a version, a link and an author. Problem:
 * nearly any text has such lines. Approach: at least half of the lines must have a version, a link or a check box. Tests:
 * test/load-order/reading/exports/listed-names.test.ts.
 */

/** Number of mods that a list needs if its name was chosen, and if it was pasted. */
const [MIN_CHOSEN, MIN_PASTED] = [2, 5]

/** Number of characters of a pasted text whose names are looked up in the index. */
const MAX_NAMES = 100_000

/** The name of a list that has no signs, but names that the index knows. */
export const NAMES_FILE = 'names.txt'

/** A list without an order, as Prism Launcher exports it. */
export const listedNames: FileKind = {
  names: /^(?:mods\.(?:txt|md|html)|load-order\.(?:txt|md)|names\.txt)$/i,
  folder: null,
  pasted: { name: 'mods.txt', sign: (paste) => (modsOf(paste)?.length ?? 0) >= MIN_PASTED },
  mods: (input): FoundMods => {
    const talk: string[] = []
    const mods = modsOf(input, input.file.toLowerCase() !== NAMES_FILE, talk)
    return withTalk(input, mods !== null && mods.length >= MIN_CHOSEN ? mods : null, talk)
  },
  isUnordered: true,
}

const FIELDS = new Set(['name', 'version', 'url', 'authors', 'filename'])

/** The same list as JSON. */
export const listedJson: FileKind = {
  names: /\.json$/i,
  folder: null,
  pasted: { name: 'mods.json', sign: 'JSON' },
  mods: (input) => {
    const isMod = (row: JsonObject) => typeof row.name === 'string' && Object.keys(row).every((key) => FIELDS.has(key))
    const rows = parseRows(input, isMod)
    if (!rows?.some(({ version, url }) => version !== undefined || url !== undefined)) return rows && null
    return rows.map(({ name, version, url, filename }) => listed(textOf(name), version, url, textOf(filename)))
  },
  isUnordered: true,
}

const listed = (name: string, version: unknown, url: unknown, file: string): FoundMod => ({
  ...{ name, enabled: !file.endsWith(DISABLED), version: versionOf(version), source: sourceOf(url) },
})

/** The same list as a table without a header: the name, and if they were wanted the address, the version and the authors. */
export const listedCsv: FileKind = {
  names: /\.csv$/i,
  isCommonName: true,
  pasted: { name: 'mods.csv', sign: (paste) => (rowsOf(paste)?.length ?? 0) >= MIN_PASTED },
  mods: (input) => {
    const talk: string[] = []
    const mods = rowsOf(input, talk)
    return withTalk(input, mods !== null && mods.length >= MIN_CHOSEN ? mods : null, talk)
  },
  isUnordered: true,
}

/** Matches a row: only behind an address, a version can be any text, and the name have commas, which are not quoted. */
const ROW =
  /^(?:([^"]{1,255}?),(https?:\/\/[^\s,]{1,500})(?:,([^,"]{0,50}))?|([^",]{1,255}),,?v?(\d[\w.+-]{0,49})?)(?:,.{0,500})?$/

/** Returns the mods of a table; null if fewer than half of the lines have an address or a version. */
function rowsOf(input: InputText, talk: string[] = []): FoundMod[] | null {
  if (!input.text.includes(',') || OWN_TABLE.test(input.text)) return null
  const filled = splitTalk(input, (line) => ROW.test(line), talk)
  const found = filled.flatMap((line) => {
    const [, linked = '', url, ofLinked, name = linked, version = ofLinked] = ROW.exec(line) ?? []
    return name === '' ? [] : [listed(name, version, url, line)]
  })
  const signs = found.filter(({ version, source }) => (version ?? source) !== null).length
  return signs > 0 && 2 * signs >= filled.length && found.length === filled.length ? found : null
}

/** A list of packages of Wrye Bash, the first of which is installed first. */
export const packages: FileKind = {
  names: /^(?:modlist|mods|packages)\.txt$/i,
  folder: /^modlist\.txt$/i,
  pasted: { name: 'packages.txt', sign: ({ entries }) => arePackages(entries) },
  mods: (input) => {
    const lines = filledLinesOf(input)
    if (!arePackages(lines)) return null
    return lines.flatMap((line) => {
      const [, mark = '', rest = ''] = PACKAGE.exec(line) ?? []
      const name = rest.endsWith(')') ? rest.replace(INSTALLED, '').replace(CHECKSUM, '') : rest
      return mark === '' ? [] : { name, enabled: mark.startsWith('+') }
    })
  },
}

const INSTALLED = / \((?:Not )?Installed\)$/
const CHECKSUM = / \([\dA-F]{8}\)$/i

/** A modlist.txt of another program than Mod Organizer. */
export const otherModlist: FileKind = {
  names: /^modlist\.txt$/i,
  pasted: { name: 'modlist.txt', sign: ({ entries }) => isHalf(entries, isPak) },
  mods: otherModlistMods,
}

/**
 * Finds the mods in a modlist.txt of another program, the first of which loads first: names, with an address behind `|`, or
 * paths of files.
 */
function otherModlistMods(input: Input): FoundMods {
  if (input.text.includes(GENERATOR)) return null
  const lines = filledLinesOf(input)
  if (isOfOrganizer(lines) || ckanTextMods(input) !== null) return null
  const entries = lines.filter((line) => !line.startsWith('#'))
  if (arePackages(entries)) return null
  if (!isHalf(entries, isPak)) return entries.map((entry) => ({ enabled: true, ...addressedMod(entry) }))
  const mods = entries.filter(isPak).map((entry) => ({ enabled: true, ...pakOf(entry) }))
  return withTalk(
    input,
    mods,
    entries.filter((line) => !isPak(line)),
  )
}

const withoutBullets = (entries: readonly string[]): readonly string[] =>
  areBullets(entries) ? entries.map((line) => line.replace(/^-\s*/, '')) : entries

function pakOf(line: string) {
  const path = line.replace(/^\*/, '').split(/[\\/]/)
  const item = path.slice(0, -1).findLast((folder) => /^\d{1,20}$/.test(folder))
  const source = item === undefined ? null : `https://steamcommunity.com/sharedfiles/filedetails/?id=${item}`
  return { name: path.at(-1) ?? '', source }
}

function addressedMod(line: string) {
  const bar = line.lastIndexOf('|')
  const source = bar === -1 ? null : sourceOf(line.slice(bar + 1).trim())
  return source === null ? { name: line } : { name: line.slice(0, bar).trim(), source }
}

/** Returns the mods of a text, one on each filled line or list item; null if too few of them have a needed sign. */
function modsOf(input: InputText, needsSigns = true, talk: string[] = []): FoundMod[] | null {
  const { text } = input
  if (/^(?:## )?Plugins$/m.test(text)) return null // an export of this program
  const hasSign = (line: string) => modOfLine(line.replace(/^-(?=\S)/, '')).hasSign
  const lines = HTML.test(text)
    ? itemsOf(text).slice(0, MAX_LINES)
    : needsSigns
      ? splitTalk(input, hasSign, talk)
      : listedLines(input)
  const filled = lines.filter((line) => !line.startsWith('#'))
  const found = withoutBullets(filled).map(modOfLine)
  const signs = needsSigns ? found.filter(({ hasSign }) => hasSign).length : found.length
  const sentences = found.filter(({ words }) => isSentence(words)).length
  if (signs === 0 || 2 * signs < filled.length + talk.length || 10 * sentences > filled.length) return null
  return found.map(({ mod }) => mod).filter(({ name }) => isName(name))
}

/** Returns the names of a pasted text, which is a list if the index knows half of them; none if it is too short. */
export function namesOf(text: string): string[] {
  const mods = modsOf({ text: text.slice(0, MAX_NAMES) }, false) ?? []
  return mods.length < MIN_PASTED ? [] : mods.map(({ name }) => name)
}

/** Matches HTML, with a few lines of talk above it that are no headings. */
const HTML = /^(?:(?!#)[^<\n]*\n){0,10}\s*<(?:!doctype html|html|ul|ol)\b/i

/** Reports whether a pasted text is a list of names as HTML. */
export const isListedHtml = (text: string): boolean => HTML.test(text) && (modsOf({ text })?.length ?? 0) >= MIN_PASTED

/** Reports whether a text is rather a sentence, a heading or code than the name of a mod. */
const isSentence = (name: string): boolean =>
  name === '' || /[.:;,!{}`=]$|^[>|`<]|!\[|[;{}]|\w\(['"]|\|.*\||\s--[a-z]|(?:\s\S{1,60}){8}/.test(name)

/** Returns the list items of an HTML text, with their links as in Markdown. */
export function itemsOf(text: string): string[] {
  return text
    .split(/<li\b/i)
    .slice(1)
    .map((piece) => {
      const item = piece.slice(piece.indexOf('>') + 1, piece.indexOf('</li') === -1 ? undefined : piece.indexOf('</li'))
      const [anchor, address = '', label = ''] = ANCHOR.exec(item) ?? []
      const link = `[${label.replaceAll(/[\\[\]]/g, '\\$&')}](${address})`
      return (anchor === undefined ? item : item.replace(anchor, () => link))
        .replaceAll(/<[^<>]{0,600}>/g, '')
        .replaceAll(/&(amp|lt|gt|quot|#39);/g, unescaped)
        .trim()
    })
    .filter((item) => item !== '')
}

const ANCHOR = /<a [^<>]{0,100}?href="([^"<>]{1,500})"[^<>]{0,100}>([^<>]{1,255})<\/a>/i

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const unescaped = (_: string, entity: string): string => ENTITIES[entity] ?? ''
