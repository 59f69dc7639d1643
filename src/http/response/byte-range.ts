/** The bytes from `start` up to, not including, `end`. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The part of `size` bytes that a Range header asks for: `null` for the whole, also where the header is none that we
 * know (RFC 9110, 14.2: several ranges may be answered with the whole), `unsatisfiable` if there is no such part.
 */
export function requestedRange(header: string, size: number): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? []
  if (first === '' && last === '') return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null

  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  return start < end ? { start, end } : 'unsatisfiable'
}
