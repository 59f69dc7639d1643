/** The bytes from `start` up to, not including, `end`. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The part of `size` bytes that a Range header asks for; `null` for all of them, also if the header is invalid or names
 * several ranges (RFC 9110, 14.2, allows that); `unsatisfiable` if there is no such part. The package range-parser does
 * not have a suffix longer than the file (`bytes=-1000` of 500) mean the whole file, nor an invalid range be ignored.
 */
export function requestedRange(header: string, size: number): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? []
  if (first === '' && last === '') return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null

  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  return start < end ? { start, end } : 'unsatisfiable'
}
