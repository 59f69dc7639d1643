/** The bytes from `start` to `end`, `end` excluded. */
interface ByteRange {
  start: number
  end: number
}

/**
 * Returns the part of `size` bytes that a Range header requests. Returns null, for the whole file, if the header is
 * invalid or names several ranges (RFC 9110, 14.2, allows that), and `unsatisfiable` if the part does not exist. The
 * package range-parser refuses a suffix longer than the file (`bytes=-1000` of 500), and does not ignore invalid
 * ranges.
 */
export function requestedRange(header: string, size: number): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? []
  if (first === '' && last === '') return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null

  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  return start < end ? { start, end } : 'unsatisfiable'
}
