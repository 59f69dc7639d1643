import { fileHeader } from './header.ts'
import { hunksOf } from './hunks.ts'
import { indexLines, internLines } from './lines.ts'
import { patchJson } from './patch-text.ts'
import { settle } from './search/compaction.ts'
import { findKept } from './search/edit-script.ts'
import { gapsOf } from './search/gaps.ts'

/** Steps of the search for a shortest script that any pair is worth, and steps that each byte of it adds. */
const EFFORTS = {
  full: { base: 300_000, byte: 0.5 },
  /** For compares of so much text that every pair has to be content with less. */
  reduced: { base: 100_000, byte: 0.03 },
}

export type Effort = keyof typeof EFFORTS

/**
 * The unified diff of a file's two texts, whose line ends are LF; '' when there is nothing to show. A side without the
 * file is undefined, and its header carries the stamp by which patch knows that.
 */
export function unifiedDiff(
  name: string,
  before: string | undefined,
  after: string | undefined,
  effort: Effort = 'full',
): string {
  const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text))
  const json = diffJson(name, bytes(before), bytes(after), effort)
  return json.length === 0 ? '' : JSON.parse(Buffer.from(json).toString())
}

/**
 * The same on UTF-8 bytes, which is several times as fast on large texts: as a JSON string, quotes included, and empty
 * when there is nothing to show.
 */
export function diffJson(
  name: string,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  effort: Effort,
): Uint8Array<ArrayBuffer> {
  if (before !== undefined && after !== undefined && haveEqualLines(before, after)) return new Uint8Array()
  const old = indexLines(before ?? new Uint8Array())
  const now = indexLines(after ?? new Uint8Array())
  const numbers = internLines(old, now)
  const { base, byte } = EFFORTS[effort]
  const steps = base + byte * (old.bytes.length + now.bytes.length)
  const gaps = gapsOf(findKept(numbers.old, numbers.now, numbers.distinct, steps))
  settle(numbers.old, numbers.now, gaps)

  const hunks = hunksOf(gaps)
  if (hunks.length === 0) return new Uint8Array()
  const header = fileHeader(name, { old: before !== undefined, now: after !== undefined })
  return patchJson(header, hunks, gaps, old, now)
}

const LINE_END = 0x0a

/** Also where only one of them ends its last line: a diff of that alone would show a line that goes, and the same line. */
function haveEqualLines(one: Uint8Array, other: Uint8Array): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  const more = longer.length - shorter.length
  const isEndMissing = more === 1 && longer.at(-1) === LINE_END && shorter.length > 0 && shorter.at(-1) !== LINE_END
  return (more === 0 || isEndMissing) && Buffer.compare(shorter, longer.subarray(0, shorter.length)) === 0
}
