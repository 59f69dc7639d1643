import { CatalogError } from '../../../errors.ts'

/*
 * A strict check in front of the parser of multipart forms.
 *
 * Problem: @fastify/multipart skips a part that it can't read, and the upload would succeed without it.
 * Approach: this finds the boundaries and the heads of parts in the body (RFC 2046). It refuses what is malformed, and
 * repairs two legal forms that the parser does not know: white space after a boundary, and an empty part that ends with
 * its head. It passes on all contents as they are, each with a head that the parser can read. It needs the whole body, which
 * stays in memory anyway until the form has been validated.
 * Guarantee: the parser gets exactly the parts whose heads were reported. form.ts compares their number with the parser's.
 * Tests: test/http/request/multipart.test.ts, lossless-forms.test.ts and hostile-forms.test.ts.
 */

/** Maximum length of the head of a part, in bytes. */
const MAX_HEAD = 16 * 1024

/** RFC 2046 allows 70 characters, but some clients use more. None uses quotes or backslashes. */
const BOUNDARY = /^[ !#-[\]-~]{1,200}$/

const BLANK_LINE = '\r\n\r\n'

/** Returns the error for a form that can't be read (400). */
export const malformed = (reason: string) =>
  new CatalogError('malformed', `The body is not a valid multipart form: ${reason}.`)

/**
 * Returns the pieces of the body that the parser gets. Reports the head of each part, in place of which the parser gets what
 * `onHead` returns. Throws if the form is malformed. An empty body is a form without parts.
 */
export function watchParts(body: Buffer, boundary: string, onHead: (head: Buffer) => string): Buffer[] {
  if (!BOUNDARY.test(boundary)) throw malformed('its boundary is missing or too long')
  if (body.length === 0) return []
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const pieces: Buffer[] = []
  let at = endOfFirst(delimiter, body)
  while (body.toString('latin1', at, at + 2) !== '--') {
    const lineEnd = body.indexOf('\r\n', at)
    const next = body.indexOf(delimiter, at)
    if (lineEnd === -1 || next === -1) throw malformed('it breaks off')
    if (/[^ \t]/.test(body.toString('latin1', at, lineEnd)))
      throw malformed('a line begins with its boundary, but goes on after it')
    // The second line end of the blank line may belong to the next boundary, or the blank line be missing.
    const blankLine = body.subarray(0, next + 2).indexOf(BLANK_LINE, lineEnd)
    const headEnd = blankLine === -1 ? next : blankLine
    const head = body.subarray(Math.min(lineEnd + 2, headEnd), headEnd)
    if (head.length > MAX_HEAD) throw malformed('the head of a part is too long')
    const content = body.subarray(Math.min(headEnd + BLANK_LINE.length, next), next)
    pieces.push(Buffer.from(`\r\n--${boundary}\r\n${onHead(head)}${BLANK_LINE}`), content)
    at = next + delimiter.length
  }
  if (/[^ \t\r\n]/.test(body.toString('latin1', at + 2, at + 3)))
    throw malformed('its last boundary goes on after its end')
  return [...pieces, Buffer.concat([delimiter, Buffer.from('--\r\n')])]
}

/** Returns the place after the first boundary, which begins a line. */
function endOfFirst(delimiter: Buffer, body: Buffer): number {
  const dashes = delimiter.subarray(2)
  const first = body.indexOf(dashes)
  if (first === -1) throw malformed('it has no boundary')
  if (first > 0 && body.indexOf(delimiter) !== first - 2) throw malformed('its first boundary does not begin a line')
  return first + dashes.length
}
