import { isName, isPlugin } from '../key.ts'

/*
 * The lines of plugins.txt and loadorder.txt. Tools copy load orders with a prefix in each line, such as the index of the
 * plugin: `[0A] Name.esp`. As some plugins really have such names, prefixes are removed only if enough lines have one.
 */

/** The files whose lines are plugins. */
export type PluginFileName = 'plugins.txt' | 'loadorder.txt'

/** Returns the plugin that a line names; undefined if it names none. */
export type PluginReader = (line: string) => string | undefined

/** Returns the plugin that a line of loadorder.txt without a prefix names; undefined if it names none. */
export const orderedPlugin: PluginReader = (line) => pluginOf(line.trim())

/** Returns the plugin that a line of plugins.txt names, with or without an asterisk; undefined if it names none. */
export const statedPlugin: PluginReader = (line) => {
  const text = line.trim()
  return text.startsWith('*') ? pluginOf(text.slice(1).trim(), false) : pluginOf(text)
}

const withoutPrefixes =
  (read: PluginReader): PluginReader =>
  (line) =>
    read(line.slice(prefixLength(line)))

/** The readers of the lines of each file: without prefixes, and with them. */
const READERS: Readonly<Record<PluginFileName, readonly [PluginReader, PluginReader]>> = {
  'plugins.txt': [statedPlugin, withoutPrefixes(statedPlugin)],
  'loadorder.txt': [orderedPlugin, withoutPrefixes(orderedPlugin)],
}

/** Returns the reader of the lines of a file, which depends on whether the file is a copy with prefixes. */
export function pluginReader(file: PluginFileName, lines: readonly string[]): PluginReader {
  const [read, withoutPrefix] = READERS[file]
  const prefixed = lines.filter((line) => prefixLength(line) > 0 && withoutPrefix(line) !== undefined).length
  if (prefixed < 2) return read
  const named = lines.filter((line) => read(line) !== undefined).length
  return prefixed * 2 >= named ? withoutPrefix : read
}

/**
 * Returns the length of the prefix of a copied line, including leading spaces; 0 without one. The index of LOOT is
 * decimal, then the same in hexadecimal: ` 10  a Name.esp`, `254 FE  0 Name.esl`. Other tools write `[0A] Name.esp`,
 * `[ A]`, `[FE:012]`, `[FE 012]` or `[FE:  1]`.
 */
export function prefixLength(line: string): number {
  if (NO_PREFIX.test(line)) return 0
  const [bracketed] = BRACKETED.exec(line) ?? []
  if (bracketed !== undefined) return bracketed.length
  const [numbered = '', decimal = '', hex = ''] = NUMBERED.exec(line) ?? []
  return Number.parseInt(decimal, 10) === Number.parseInt(hex, 16) ? numbered.length : 0
}

/** Matches the start of most lines, which have no prefix, so that the other patterns are not tried. */
const NO_PREFIX = /^[a-z*]/i
const BRACKETED = /^\s*\[(?:FE[ :] {0,2}[\da-f]{1,3}| [\da-f]|[\da-f]{2})\]\s+/i
const NUMBERED = /^\s*(\d{1,3}) {1,2}([\da-f]{1,2})(?:(?<=FE) {1,3}[\da-f]{1,3})?\s/i

/** Reports whether a line has neither a plugin nor a comment. An asterisk alone only says which form the file has. */
export function isOtherLine(line: string, pluginOf: PluginReader): boolean {
  const text = line.trim()
  return text !== '' && text !== '*' && !text.startsWith('#') && pluginOf(line) === undefined
}

/** Reports whether a line of plugins.txt has the asterisk of a plugin that is on. */
export const isMarked = (line: string): boolean => line.trimStart().startsWith('*')

/** Returns a file's name without `.ghost`, which mod managers append to hide a plugin from the game. */
export const withoutGhost = (name: string): string => name.replace(/\.ghost$/i, '')

function pluginOf(text: string, mayBeComment = true): string | undefined {
  const name = withoutGhost(text)
  return (mayBeComment && text.startsWith('#')) || !isName(name) || !isPlugin(name) ? undefined : name
}
