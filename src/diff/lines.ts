/**
 * Reports whether two texts have a diff: their lines differ, or only one text exists and is not empty. A line end that
 * only one text has at its end does not count as a difference.
 */
export function hasDiff(oldText: string | undefined, newText: string | undefined): boolean {
  return withLineEnd(oldText ?? '') !== withLineEnd(newText ?? '')
}

const withLineEnd = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

/**
 * Returns the lines of a text. A last line without a line end is followed by the remark that a patch has in this case,
 * and so differs from all other lines.
 */
export function linesOf(text: string): string[] {
  const lines = text.split('\n')
  const last = lines.pop() ?? ''
  if (last !== '') lines.push(`${last}\n\\ No newline at end of file`)
  return lines
}
