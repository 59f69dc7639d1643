const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A text on one line, of so many bytes in UTF-8 at the most, cut between what people take for characters. */
export function shortened(text: string, maxBytes: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (Buffer.byteLength(line) <= maxBytes) return line
  let left = maxBytes - Buffer.byteLength('…')
  let end = 0
  // No character takes less than a byte: nothing behind so many is looked at.
  for (const { segment, index } of characters.segment(line.slice(0, maxBytes))) {
    left -= Buffer.byteLength(segment)
    if (left < 0) break
    end = index + segment.length
  }
  return `${line.slice(0, end).trimEnd()}…`
}
