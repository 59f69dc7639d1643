import { keyOf } from '../key.ts'
import { type PluginFileName, pluginsInRow, pluginLines as readersOf } from './plugin-lines.ts'

/** The number of a line in its file, from 1. */
export type LineNumber = number

export interface Line {
  file: string
  line: LineNumber
}

/** The lines of a file that name plugins, by the plugin's key. The first one has its place, the last one its state. */
interface PluginLines {
  file: string
  first: Map<string, LineNumber>
  last: Map<string, LineNumber>
}

/** Finds a file by its name, and returns its lines. */
export function pluginLines(
  files: readonly { name: string; lines: readonly string[] }[],
  file: PluginFileName,
): PluginLines {
  const found = files.find(({ name }) => name.toLowerCase() === file)
  const lines = found?.lines ?? []
  const { pluginOf } = readersOf(file, lines)
  const [first, last] = [new Map<string, LineNumber>(), new Map<string, LineNumber>()]
  for (const [at, line] of lines.entries()) {
    const plugin = pluginOf(line)
    if (plugin === undefined) continue
    for (const name of pluginsInRow(line) ?? [plugin]) {
      const key = keyOf(name)
      if (!first.has(key)) first.set(key, at + 1)
      last.set(key, at + 1)
    }
  }
  return { file: found?.name ?? '', first, last }
}

/**
 * Returns the lines that determine a plugin's place and its state. If both are one line of plugins.txt, it is only
 * returned for the state.
 */
export function linesOf(plugin: { name: string }, inOrder: PluginLines, inStates: PluginLines) {
  const key = keyOf(plugin.name)
  const [placed, first, last] = [inOrder.first.get(key), inStates.first.get(key), inStates.last.get(key)]
  const place = placed ?? (first === last ? undefined : first)
  return {
    ...(place !== undefined && { order: { file: placed === undefined ? inStates.file : inOrder.file, line: place } }),
    ...(last !== undefined && { state: { file: inStates.file, line: last } }),
  }
}
