import { fileHeader } from './header.ts'
import { hunksOf } from './hunks.ts'
import { internLines } from './interning.ts'
import { indexLines, LINE_END } from './line-index.ts'
import { findEditScript } from './search/find-edit-script.ts'
import { writePatchJson } from './unified-format.ts'

/** How many steps the search may take for a pair of texts: so many for any pair, and some for each of its bytes. */
const BUDGETS = {
  full: { base: 300_000, perByte: 0.5 },
  /** For pairs that are compared together with megabytes of others. */
  reduced: { base: 100_000, perByte: 0.03 },
}

export type Budget = keyof typeof BUDGETS

/**
 * The unified diff of a file's two texts, which are UTF-8 with LF for line ends: as a JSON string in UTF-8, quotes
 * included, and empty when there is nothing to show. A side without the file is undefined.
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
  return writePatchJson(header, hunks, script, oldIndex, newIndex)
}

/** Whether there is something to show: other lines, or any where one side has no file. */
export function hasDiff(oldText: Uint8Array | undefined, newText: Uint8Array | undefined): boolean {
  if (oldText !== undefined && newText !== undefined) return !haveEqualLines(oldText, newText)
  return (oldText ?? newText ?? NO_TEXT).length > 0
}

const NO_TEXT = new Uint8Array()

/** Also where only one of them ends its last line: a diff of that alone would show a line that goes, and the same line. */
function haveEqualLines(one: Uint8Array, other: Uint8Array): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  const more = longer.length - shorter.length
  const isEndMissing = more === 1 && longer.at(-1) === LINE_END && shorter.length > 0 && shorter.at(-1) !== LINE_END
  return (more === 0 || isEndMissing) && Buffer.compare(shorter, longer.subarray(0, shorter.length)) === 0
}
