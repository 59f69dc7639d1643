import type { Encoding } from '../../text/encoding.ts'
import { keyOf } from '../key.ts'
import {
  areWritable,
  isMarked,
  isOtherLine,
  type PluginFileName,
  type PluginReader,
  pluginLines,
  prefixLength,
  statedPlugin,
} from '../reading/plugin-lines.ts'
import type { PluginEntry } from '../schemas.ts'
import { editLines, type Line, type LineEditor, type Place } from './line-editor.ts'

/** A file of plugins that is edited, and the lines of each plugin by its key. */
export interface PluginFile {
  file: PluginFileName
  editor: LineEditor
  pluginOf: PluginReader
  lines: Map<string, Line[]>
  /** The lines whose texts are new. */
  written: Set<Line>
}

/**
 * Opens plugins.txt or loadorder.txt. Returns undefined if it has no plugin, but lines that are something else, or if it is a
 * copy whose lines can't be written.
 */
export function openFile(file: PluginFileName, stored: Uint8Array, encoding: Encoding): PluginFile | undefined {
  const editor = editLines(stored, encoding)
  const texts = textsOf({ editor })
  if (!areWritable(file, texts)) return undefined
  const { pluginOf } = pluginLines(file, texts)
  const lines: PluginFile['lines'] = new Map()
  for (const line of editor.stored) {
    const name = pluginOf(line.text)
    if (name === undefined) continue
    const key = keyOf(name)
    const known = lines.get(key)
    if (known === undefined) lines.set(key, [line])
    else known.push(line)
  }
  if (lines.size === 0 && texts.some((text) => isOtherLine(text, pluginOf))) return undefined
  return { file, editor, pluginOf, lines, written: new Set() }
}

export const textsOf = ({ editor }: Pick<PluginFile, 'editor'>): string[] => editor.stored.map(({ text }) => text)

/** Returns the plugins of an opened file, as its reader finds them: each at its first place, with its last state. */
export function pluginsIn(
  { pluginOf, lines }: PluginFile,
  stateOf: (line: Line) => boolean | null,
): Map<string, PluginEntry> {
  const plugins = new Map<string, PluginEntry>()
  for (const [key, known] of lines) {
    const [first, last] = [known[0], known.at(-1)]
    const name = first && pluginOf(first.text)
    if (name !== undefined && last) plugins.set(key, { name, enabled: stateOf(last), index: plugins.size })
  }
  return plugins
}

/** Returns the first line of a plugin. */
export const lineOf = ({ lines }: PluginFile, plugin: { name: string }): Line | undefined =>
  lines.get(keyOf(plugin.name))?.[0]

/**
 * Moves the line of a plugin, or adds one with a text. If there are several lines, only the last one stays: it has the
 * plugin's state.
 */
function putPlugin({ editor, lines, written }: PluginFile, plugin: { name: string }, text: string, to: Place): void {
  const known = lines.get(keyOf(plugin.name)) ?? []
  const last = known.at(-1)
  if (last === undefined) {
    const line = editor.add(text, to)
    lines.set(keyOf(plugin.name), [line])
    written.add(line)
    return
  }
  for (const line of known.slice(0, -1)) editor.remove(line)
  editor.move(last, to)
  lines.set(keyOf(plugin.name), [last])
}

export function removePlugin({ editor, lines }: PluginFile, plugin: { name: string }): void {
  for (const line of lines.get(keyOf(plugin.name)) ?? []) editor.remove(line)
  lines.delete(keyOf(plugin.name))
}

/**
 * Sets the asterisk of a plugin's last line, which has its state. The asterisk replaces the prefix of a copied line.
 * Returns false if the line would no longer name the plugin.
 */
export function setMark(
  { editor, lines, pluginOf, written }: PluginFile,
  plugin: { name: string },
  isOn: boolean,
): boolean {
  const line = lines.get(keyOf(plugin.name))?.at(-1)
  if (line === undefined) return false
  if (isMarked(line.text) === isOn) return true
  const bare = line.text.trimStart()
  const name = pluginOf(line.text)
  const prefix = statedPlugin(bare) === name ? 0 : prefixLength(bare)
  const changed = isOn ? `*${bare.slice(prefix)}` : bare.slice(1)
  if (isMarked(changed) !== isOn || statedPlugin(changed) !== name) return false
  editor.setMarker(line, isOn ? prefix : 1, isOn ? '*' : '')
  written.add(line)
  return true
}

/**
 * Makes sure that the file still has an asterisk. Without any, it would be read as a file of an older game, in which
 * all plugins are on. An asterisk alone names no plugin.
 */
export function keepAsterisk({ editor }: PluginFile): void {
  for (const { text } of editor.lines()) if (isMarked(text)) return
  editor.add('*', 'end')
}

/**
 * Reports whether the edited file is read as it should: it names exactly the plugins that have lines. Old lines do, if the
 * file has the same reader as before.
 */
export function isReadBack({ file, editor, pluginOf, lines, written }: PluginFile): boolean {
  const texts = Array.from(editor.lines(), ({ text }) => text)
  const { pluginOf: reader } = pluginLines(file, texts)
  const checked = reader === pluginOf ? [...written] : [...lines.values()].flat()
  const isNamed = (line: Line) => lines.get(keyOf(reader(line.text) ?? ''))?.includes(line) === true
  const hasOthers = reader !== pluginOf && texts.filter((text) => reader(text) !== undefined).length !== checked.length
  return !hasOthers && checked.every(isNamed)
}

/**
 * Moves and adds lines, so that they follow a load order. `textOf` returns the text of a plugin that is moved or added;
 * undefined for the others. Each goes directly behind the nearest plugin before it that has a line; without one, before
 * the next plugin that has one.
 */
export function placeInOrder<Plugin extends { name: string }>(
  file: PluginFile,
  order: readonly Plugin[],
  textOf: (plugin: Plugin, at: number) => string | undefined,
): void {
  const texts = order.map(textOf)
  if (texts.every((text) => text === undefined)) return
  let last: Line | undefined
  order.forEach((plugin, at) => {
    const text = texts[at]
    if (text !== undefined) putPlugin(file, plugin, text, last ? { after: last } : placeBefore(at))
    last = lineOf(file, plugin) ?? last
  })

  function placeBefore(at: number): Place {
    const next = order.find((plugin, place) => place > at && texts[place] === undefined && lineOf(file, plugin))
    const line = next && lineOf(file, next)
    return line === undefined ? 'end' : { before: line }
  }
}
