import { fileHeader } from './header.ts'
import { hunksOf } from './hunks.ts'
import { internLines } from './interning.ts'
import { indexLines, LINE_END } from './line-index.ts'
import { findEditScript } from './search/find-edit-script.ts'
import { formatPatch } from './unified-format.ts'

/** Maximum number of steps of the search for a pair of texts: a base, and an amount for each byte. */
const BUDGETS = {
  full: { base: 300_000, perByte: 0.5 },
  /** For pairs that are compared along with megabytes of others. */
  reduced: { base: 100_000, perByte: 0.03 },
}

export type Budget = keyof typeof BUDGETS

/**
 * Returns the unified diff of two texts of a file, as a JSON string in UTF-8, including its quotes. The result is empty
 * if there is no diff. The texts are UTF-8 with LF as line ends; undefined means that the file does not exist on that
 * side.
 */
export function unifiedDiffJson(
  name: string,
  oldText: Uint8Array | undefined,
  newText: Uint8Array | undefined,
  budget: Budget,
): Uint8Array<ArrayBuffer> {
  if (!hasDiff(oldText, newText)) return new Uint8Array()
  const oldIndex = indexLines(oldText ?? new Uint8Array())
  const newIndex = indexLines(newText ?? new Uint8Array())
  const ids = internLines(oldIndex, newIndex)
  const { base, perByte } = BUDGETS[budget]
  const maxSteps = base + perByte * (oldIndex.bytes.length + newIndex.bytes.length)
  const script = findEditScript(ids.old, ids.new, ids.count, maxSteps)

  const hunks = hunksOf(script)
  if (hunks.length === 0) return new Uint8Array()
  const header = fileHeader(name, { old: oldText !== undefined, new: newText !== undefined })
  return Buffer.from(JSON.stringify(formatPatch(header, hunks, script, oldIndex, newIndex)))
}

/** Reports whether two texts have a diff: their lines differ, or only one exists and is not empty. */
export function hasDiff(oldText: Uint8Array | undefined, newText: Uint8Array | undefined): boolean {
  if (oldText !== undefined && newText !== undefined) return !haveEqualLines(oldText, newText)
  return (oldText ?? newText ?? NO_TEXT).length > 0
}

const NO_TEXT = new Uint8Array()

/**
 * Reports whether two texts have equal lines. A line end that only one text has at its end does not count as a
 * difference.
 */
function haveEqualLines(one: Uint8Array, other: Uint8Array): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  const more = longer.length - shorter.length
  const isEndMissing = more === 1 && longer.at(-1) === LINE_END && shorter.length > 0 && shorter.at(-1) !== LINE_END
  return (more === 0 || isEndMissing) && Buffer.compare(shorter, longer.subarray(0, shorter.length)) === 0
}
