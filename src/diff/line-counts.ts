/** Numbers of the lines that diffs add and remove. */
interface LineCounts {
  added: number
  removed: number
}

/** Counts the lines that unified diffs of files add and remove, apart from the two lines of each header. */
export function lineCounts(diffs: readonly string[]): LineCounts {
  const counts = { added: 0, removed: 0 }
  for (const diff of diffs) {
    for (const line of diff.split('\n').slice(2)) {
      if (line.startsWith('+')) counts.added++
      else if (line.startsWith('-')) counts.removed++
    }
  }
  return counts
}

/** Like lineCounts, for diffs that are JSON strings in UTF-8. They are not decoded, because they may be very long. */
export function lineCountsOfJson(diffs: readonly Uint8Array[]): LineCounts {
  const counts = { added: 0, removed: 0 }
  for (const { buffer, byteOffset, length } of diffs) {
    const json = Buffer.from(buffer, byteOffset, length)
    let line = 0
    for (let at = json.indexOf(LINE_END); at !== -1; at = json.indexOf(LINE_END, at + 1)) {
      if (isEscaped(json, at)) continue
      line++
      const sign = json[at + LINE_END.length]
      if (line < 2) continue
      if (sign === ADDED) counts.added++
      else if (sign === REMOVED) counts.removed++
    }
  }
  return counts
}

/** A line end in JSON. */
const LINE_END = '\\n'

const BACKSLASH = 0x5c
const ADDED = 0x2b
const REMOVED = 0x2d

/** Returns whether the character of a JSON string at `at` belongs to the escape sequence of a backslash before it. */
function isEscaped(json: Buffer, at: number): boolean {
  let before = at
  while (json[before - 1] === BACKSLASH) before--
  return (at - before) % 2 === 1
}
