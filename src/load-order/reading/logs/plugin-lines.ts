import { keyOf } from '../../key.ts'
import type { Line } from '../listed-plugins.ts'

/** Matches the index before the name of a plugin. */
const INDEX = /^\s*\[[^\]]{1,10}\]/

/** Returns the first line of a log's file that lists each plugin, by its key. */
export function pluginLinesOfLog(file: string, lines: readonly string[]): Map<string, Line> {
  const found = new Map<string, Line>()
  for (const [at, line] of lines.entries()) {
    const index = INDEX.exec(line)?.[0]
    if (index === undefined || !/\.es[mpl]/i.test(line)) continue
    const key = keyOf(line.slice(index.length).trim())
    if (!found.has(key)) found.set(key, { file, line: at + 1 })
  }
  return found
}
