import type { Encoding } from '../../text/encoding.ts'
import { keyOf } from '../key.ts'
import {
  isMarked,
  isOtherLine,
  type PluginFileName,
  type PluginReader,
  pluginReader,
  prefixLength,
  statedPlugin,
} from '../reading/plugin-lines.ts'
import { editLines, type Line, type LineEditor, type Place } from './line-editor.ts'

/** A file of plugins that is edited, and the lines of each plugin by its key. */
export interface PluginFile {
  file: PluginFileName
  editor: LineEditor
  pluginOf: PluginReader
  lines: Map<string, Line[]>
}

/** Opens plugins.txt or loadorder.txt. Returns undefined if it has no plugin, but lines that are something else. */
export function openFile(file: PluginFileName, stored: Uint8Array, encoding: Encoding): PluginFile | undefined {
  const editor = editLines(stored, encoding)
  const texts = textsOf({ editor })
  const pluginOf = pluginReader(file, texts)
  const lines: PluginFile['lines'] = new Map()
  for (const line of editor.stored) {
    const name = pluginOf(line.text)
    if (name === undefined) continue
    const known = lines.get(keyOf(name))
    if (known === undefined) lines.set(keyOf(name), [line])
    else known.push(line)
  }
  if (lines.size === 0 && texts.some((text) => isOtherLine(text, pluginOf))) return undefined
  return { file, editor, pluginOf, lines }
}

export const textsOf = ({ editor }: Pick<PluginFile, 'editor'>): string[] => editor.stored.map(({ text }) => text)

/** Returns the first line of a plugin. */
export const lineOf = ({ lines }: PluginFile, plugin: { name: string }): Line | undefined =>
  lines.get(keyOf(plugin.name))?.[0]

/**
 * Moves the line of a plugin, or adds one with a text. If there are several lines, only the last one stays: it has the
 * plugin's state.
 */
export function putPlugin({ editor, lines }: PluginFile, plugin: { name: string }, text: string, to: Place): void {
  const known = lines.get(keyOf(plugin.name)) ?? []
  const last = known.at(-1)
  if (last === undefined) {
    lines.set(keyOf(plugin.name), [editor.add(text, to)])
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
export function setMark({ editor, lines, pluginOf }: PluginFile, plugin: { name: string }, isOn: boolean): boolean {
  const line = lines.get(keyOf(plugin.name))?.at(-1)
  if (line === undefined) return false
  if (isMarked(line.text) === isOn) return true
  const bare = line.text.trimStart()
  const name = pluginOf(line.text)
  const prefix = statedPlugin(bare) === name ? 0 : prefixLength(bare)
  const changed = isOn ? `*${bare.slice(prefix)}` : bare.slice(1)
  if (isMarked(changed) !== isOn || statedPlugin(changed) !== name) return false
  editor.setMarker(line, isOn ? prefix : 1, isOn ? '*' : '')
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

/** Reports whether the edited file is read as it should: it names exactly the plugins that have lines. */
export function isReadBack({ file, editor, lines }: PluginFile): boolean {
  const texts = Array.from(editor.lines(), ({ text }) => text)
  const pluginOf = pluginReader(file, texts)
  const names = texts.flatMap((text) => pluginOf(text) ?? [])
  return names.every((name) => lines.has(keyOf(name))) && new Set(names.map(keyOf)).size === lines.size
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
