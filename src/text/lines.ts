/** Returns the lines of a text. A final line end does not add an empty line, and an empty text has no lines. */
export function splitLines(text: string): string[] {
  const lines = normalizeLineEnds(text).split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/**
 * Replaces CRLF and CR by LF. CR CR LF counts as two line ends, a CR and a CRLF. V8 splits and joins four times as fast as
 * it replaces.
 */
export const normalizeLineEnds = (text: string): string =>
  text.includes('\r') ? text.split('\r\n').join('\n').split('\r').join('\n') : text
