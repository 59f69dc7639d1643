import type { LoadOrder } from '../../schemas.ts'

/** The mods and plugins of a load order. The texts do not contain settings. */
export type RenderedOrder = Pick<LoadOrder, 'mods' | 'plugins'>

/**
 * Maximum number of characters of a part. In CSV, the separator is repeated with each of its mods, so that a file of
 * one megabyte could become a table of a hundred. Real profiles stay far below.
 */
const MAX_CHARACTERS = 4 * 2 ** 20

/** Returns a line for each entry up to the maximum size, and the number of entries left out. */
export function boundedLines<Entry>(
  entries: readonly Entry[],
  lineOf: (entry: Entry) => string,
): { lines: string[]; omitted: number } {
  const lines: string[] = []
  let left = MAX_CHARACTERS
  for (const entry of entries) {
    const line = lineOf(entry)
    left -= line.length
    if (left < 0) break
    lines.push(line)
  }
  return { lines, omitted: entries.length - lines.length }
}

/** Returns the box that shows the state of an entry; empty if it has none. */
export const checkbox = (enabled: boolean | null): string => (enabled === null ? '' : enabled ? '[x] ' : '[ ] ')
