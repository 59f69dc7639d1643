/** The lines of a text. A final line end makes no extra empty line, and an empty text has no lines. */
export function splitLines(text: string): string[] {
  const lines = normalizeLineEnds(text).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** CRLF and CR read as LF. CR CR LF is two line ends: an old Mac one, then a Windows one. */
export function normalizeLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
}
