import { NAME_LIMIT } from '../../key.ts'
import {
  type FoundMod,
  type FoundMods,
  filledLinesOf,
  type Input,
  type InputText,
  isAddress,
  linesOf,
  sourceOf,
  versionOf,
} from '../found-mods.ts'
import { drop, droppedNotes, noneDropped } from '../notes.ts'

/** Maximum number of lines of a list. Real ones have at most a few thousand; more are the lines of another text. */
export const MAX_LINES = 10_000

/** Returns the filled lines of a list of names; none if there are too many. */
export function listedLines(input: InputText): readonly string[] {
  const lines = filledLinesOf(input)
  return lines.length > MAX_LINES ? [] : lines
}

const MAX_TALK = 10

/**
 * Returns the filled lines of a list without the talk around it, which is added to `talk`: what an empty line sets off from
 * the lines that have signs, and lines right above and below them that end like sentences. None if there is too much talk. A
 * text with headings is a document, of which nothing is talk.
 */
export function splitTalk(input: InputText, hasSign: (line: string) => boolean, talk: string[]): readonly string[] {
  if (filledLinesOf(input).length > 2 * MAX_LINES) return []
  const lines = linesOf(input).map((line) => line.trim())
  if (lines.length > 2 * MAX_LINES) return []
  const [first, last] = [lines.findIndex(hasSign), lines.findLastIndex(hasSign)]
  if (first === -1 || lines.some((line) => /^#{1,6} /.test(line))) return listedLines(input)
  let start = lines.lastIndexOf('', first) + 1
  while (start < first && isTalk(lines[start])) start++
  const below = lines.indexOf('', last)
  let end = below === -1 ? lines.length : below
  while (end - 1 > last && isTalk(lines[end - 1])) end--
  const isFilled = (line: string) => line !== '' && !line.startsWith('#')
  talk.push(...[...lines.slice(0, start), ...lines.slice(end)].filter(isFilled))
  const list = lines.slice(start, end).filter((line) => line !== '')
  return talk.length > MAX_TALK || list.length > MAX_LINES ? [] : list
}

const isTalk = (line = ''): boolean => /[:.!?]$/.test(line)

/** Returns the mods of a list, and notes the talk around it. */
export function withTalk({ file, notes }: Input, mods: FoundMods, talk: readonly string[]): FoundMods {
  const dropped = noneDropped()
  for (const line of talk) drop(dropped, line.slice(0, NAME_LIMIT))
  if (mods) notes.push(...droppedNotes(file, 'not_entries', dropped))
  return mods
}

const MAX_LINE = 800

/** Ends the name of a mod's file that is off. */
export const DISABLED = '.jar.disabled'

const BULLET = /^(?:[-*•+]\s|\d{1,4}[.)]\s)\s*/
const BOX = /^(?:\[[ x✓✔✗✘❌]\ufe0f?\]|[☐☑☒✓✔])\s*/i
const LINK = /^\[((?:\\.|[^[\]\\]){0,255}(?:\[[^[\]]{1,50}\](?:\\.|[^[\]\\]){0,255})?)\]\((https?:[^()\s]{1,500})\)/
const ADDRESS = /[<([|]?\s?(https?:\/\/[^\s<>()[\]|]{1,500})[>)\]]?/i
const FILE = / \([^()]{1,100}\.jar(?:\.disabled)?\)$/i
const AUTHOR = /\s\(?by [^()[\]]{1,100}\)?$/i
/** Matches the start of the authors behind a version, whose names can have anything. */
const AUTHORS = /(?<=[\])])\s\(?by \S/i
const VERSION =
  /\s?(?:\[v?(\d[\w.+-]{0,49})\]|\(v?(\d[\w.+-]{0,49})\)|\sv(\d[\w.+-]{0,49})|\s(\d{1,9}\.\d[\w.+-]{0,49}))$/i
/** Matches what follows the link of a mod: its version, and its authors. */
const DETAILS =
  /^(?:\s?[[(]v?(\d[\w.+-]{0,49})[\])]|\sv?(\d[\w.+-]{0,49})(?!\S)|\s?\[[\w.-]{1,50}\])?(?:\s\(?by \S.*)?/i

const RELEASE = /^(\w{1,100})-(\w{1,200})-(\d{1,9}\.\d{1,9}\.\d{1,9})$/

interface ListedMod {
  mod: FoundMod
  /** Whether the line has a sign of a mod besides the name. */
  hasSign: boolean
  /** The name, and what the line says besides. */
  words: string
}

/** Returns a line without its bullet or number and its check box, and whether the box is checked; undefined without one. */
export function withoutMarks(line: string): { text: string; isChecked: boolean | undefined } {
  const text = line.replace(BULLET, '')
  const [box] = BOX.exec(text) ?? []
  return {
    text: text.slice(box?.length ?? 0),
    isChecked: box === undefined ? undefined : /[x☑✓✔]/i.test(box),
  }
}

const unescapedMarkdown = (text: string): string =>
  text.includes('\\') ? text.replaceAll(/\\([`*_{}[\]<>()#+.!|\\-])/g, '$1') : text

/** Reads a line with a mod. */
export function modOfLine(line: string): ListedMod {
  if (line.length > MAX_LINE) return { mod: { name: '', enabled: true }, hasSign: false, words: '' }
  const { text: written, isChecked } = withoutMarks(line)
  const [linked, label = '', target] = LINK.exec(written) ?? []
  let text = unescapedMarkdown(written.slice(linked?.length ?? 0))
  const enabled = isChecked !== false && !text.endsWith(`${DISABLED})`)
  text = withoutEnd(text, FILE)
  const [, team, release, number = null] = RELEASE.exec(text) ?? []
  if (team !== undefined) {
    const source = `https://thunderstore.io/package/${team}/${release}/`
    const name = `${team}-${release}`
    return { mod: { name, enabled, version: number, source }, hasSign: true, words: name }
  }
  let address = target
  let details = ''
  let said: string | undefined
  if (linked !== undefined) {
    const [all = '', inBrackets, bare] = DETAILS.exec(text) ?? []
    details = text.slice(all.length).trim()
    said = inBrackets ?? bare
    text = unescapedMarkdown(label)
  } else if (text.includes('://')) {
    const [all, found = ''] = ADDRESS.exec(text) ?? []
    if (all !== undefined && isAddress(found)) text = text.replace(all, '')
    address = found
  }
  const authors = text.search(AUTHORS)
  text = (authors === -1 ? withoutEnd(text.trim(), AUTHOR) : text.slice(0, authors)).trim()
  const [ending = '', ...versions] = (said === undefined && VERSION.exec(text.slice(-MAX_END))) || []
  const version = versionOf(said ?? versions.find((one) => one !== undefined) ?? '')
  const source = sourceOf(address)
  const name = withoutEnd(text.slice(0, text.length - ending.length), /[\s|:–-]{1,10}$/).trim()
  return {
    mod: { name, enabled, version, source },
    hasSign: isChecked !== undefined || (version ?? source) !== null,
    words: `${name} ${details}`.trim(),
  }
}

/** Number of characters of the longest end of a line that a pattern matches. */
const MAX_END = 110

/** Returns a text without the end that a pattern matches. */
const withoutEnd = (text: string, pattern: RegExp): string =>
  text.slice(0, -MAX_END) + text.slice(-MAX_END).replace(pattern, '')
