import { fileHeader } from './header.ts'
import { hunksOf } from './hunks.ts'
import { hasDiff, internLines, linesOf } from './lines.ts'
import { findEditScript } from './search/find-edit-script.ts'
import { formatPatch } from './unified-format.ts'

/** Maximum number of steps of the search for a pair of texts: a base, and an amount for each character. */
const BUDGETS = {
  full: { base: 300_000, perCharacter: 0.5 },
  /** For pairs that are compared along with megabytes of others. */
  reduced: { base: 100_000, perCharacter: 0.03 },
}

export type Budget = keyof typeof BUDGETS

/**
 * Returns the unified diff of two texts of a file, or '' if there is none. The texts have LF as line ends; undefined
 * means that the file does not exist on that side.
 */
export function unifiedDiff(
  name: string,
  oldText: string | undefined,
  newText: string | undefined,
  budget: Budget = 'full',
): string {
  if (!hasDiff(oldText, newText)) return ''
  const { script, oldLines, newLines } = compareTexts(oldText ?? '', newText ?? '', budget)
  const header = fileHeader(name, { old: oldText !== undefined, new: newText !== undefined })
  return formatPatch(header, hunksOf(script), script, oldLines, newLines)
}

/** Returns the edit script from one text to another, and their lines (linesOf). */
export function compareTexts(oldText: string, newText: string, budget: Budget = 'full') {
  const [oldLines, newLines] = [linesOf(oldText), linesOf(newText)]
  const ids = internLines(oldLines, newLines)
  const { base, perCharacter } = BUDGETS[budget]
  const maxSteps = base + perCharacter * (oldText.length + newText.length)
  return { script: findEditScript(ids.old, ids.new, ids.count, maxSteps), oldLines, newLines }
}
