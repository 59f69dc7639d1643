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
