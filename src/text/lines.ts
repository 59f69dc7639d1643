/** Returns the lines of a text. A final line end does not add an empty line, and an empty text has no lines. */
export function splitLines(text: string): string[] {
  const lines = normalizeLineEnds(text).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Returns the lines of a text that are not empty, trimmed. */
export const filledLines = (text: string): string[] =>
  splitLines(text)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Replaces CRLF and CR by LF. CR CR LF counts as two line ends, a CR and a CRLF. */
export function normalizeLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
}
