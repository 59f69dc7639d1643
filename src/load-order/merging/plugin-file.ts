import { keyOf } from '../key.ts'
import { isMarked, statedPlugin } from '../reading/plugins.ts'
import { editLines, type Line, type LineEditor, type Place } from './line-editor.ts'

/** A file of plugins that is edited, and the lines of each plugin by its key. */
export interface PluginFile {
  editor: LineEditor
  lines: Map<string, Line[]>
}

/** Opens plugins.txt or loadorder.txt. `pluginOf` returns the plugin that a line names. */
export function openFile(stored: Uint8Array, pluginOf: (line: string) => string | undefined): PluginFile {
  const editor = editLines(stored)
  const lines: PluginFile['lines'] = new Map()
  for (const line of editor.stored) {
    const name = pluginOf(line.text)
    if (name === undefined) continue
    const known = lines.get(keyOf(name))
    if (known === undefined) lines.set(keyOf(name), [line])
    else known.push(line)
  }
  return { editor, lines }
}

export const textsOf = ({ editor }: PluginFile): string[] => editor.stored.map(({ text }) => text)

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
 * Sets the asterisk of a plugin's last line, which has its state. Returns false if the line would no longer name the
 * plugin.
 */
export function setMark({ editor, lines }: PluginFile, plugin: { name: string }, isOn: boolean): boolean {
  const line = lines.get(keyOf(plugin.name))?.at(-1)
  if (line === undefined) return false
  if (isMarked(line.text) === isOn) return true
  const bare = line.text.trimStart()
  const changed = isOn ? `*${bare}` : bare.slice(1)
  if (isMarked(changed) !== isOn || statedPlugin(changed) !== statedPlugin(line.text)) return false
  editor.setMarker(line, isOn ? 0 : 1, isOn ? '*' : '')
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
