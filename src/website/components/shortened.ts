const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the text on one line, cut between visible characters to at most `maxBytes` bytes of UTF-8. */
export function shortened(text: string, maxBytes: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (Buffer.byteLength(line) <= maxBytes) return line
  let left = maxBytes - Buffer.byteLength('…')
  let end = 0
  // A character takes at least one byte, so later ones cannot fit.
  for (const { segment, index } of characters.segment(line.slice(0, maxBytes))) {
    left -= Buffer.byteLength(segment)
    if (left < 0) break
    end = index + segment.length
  }
  return `${line.slice(0, end).trimEnd()}…`
}
