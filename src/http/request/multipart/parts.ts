import { CatalogError } from '../../../errors.ts'

/*
 * Parts of multipart forms.
 *
 * Problem: the common parsers skip a part that they can't read, and the upload succeeds without it.
 * Approach: this splits a body by RFC 2046 and nothing else. Whatever it can't assign to a part is an error. It accepts
 * what the RFC allows: text before the first boundary and after the last, white space after a boundary, and a part
 * without content that ends with its head.
 * Guarantee: if splitParts ends without an error, it has yielded every byte of every part. The result does not depend on
 * how the body is cut into chunks.
 * Tests: test/http/request/multipart/parts.test.ts and hostile-forms.test.ts.
 */

/** The head of a part, as sent, or a piece of the content of the last part. */
type PartPiece = { head: Buffer } | { content: Buffer<ArrayBuffer> }

/** Maximum length of the head of a part, in bytes. */
const MAX_HEAD = 16 * 1024

/** Maximum length of a boundary. RFC 2046 allows 70 characters, but some clients use more. */
const MAX_BOUNDARY = 200

/** Returns the error for a form that can't be read (400). */
export const malformed = (reason: string) =>
  new CatalogError('malformed', `The body is not a valid multipart form: ${reason}.`)

/** Splits the body of a form into heads and contents. An empty body has no parts. Throws if the form is malformed. */
export async function* splitParts(
  body: AsyncIterable<Buffer<ArrayBuffer>>,
  boundary: string,
): AsyncGenerator<PartPiece, void> {
  if (boundary === '' || boundary.length > MAX_BOUNDARY) throw malformed('its boundary is missing or too long')
  const splitter = createSplitter(boundary)
  let isEmpty = true
  for await (const chunk of body) {
    if (chunk.length > 0) isEmpty = false
    yield* splitter.push(chunk)
  }
  if (!isEmpty && !splitter.isComplete()) throw malformed('it breaks off')
}

/** Where in the form the splitter is. */
type Place = 'preamble' | 'boundary' | 'content start' | 'content' | 'end' | 'epilogue'

function createSplitter(boundary: string) {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const dashes = delimiter.subarray(2)
  let place: Place = 'preamble'
  let rest: Buffer<ArrayBuffer> = Buffer.from('\r\n') // the first boundary needs no line end before it

  function* push(chunk: Buffer<ArrayBuffer>): Generator<PartPiece, void> {
    if (place === 'epilogue') return
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const before: Place = place
      if (place === 'preamble') readPreamble()
      else if (place === 'boundary') yield* readHead()
      else if (place === 'content start') skipEmptyLine()
      else if (place === 'content') yield* readContent()
      else if (place === 'end') readEnd()
      if (place === before) return // more bytes are needed, or none
    }
  }

  function readPreamble() {
    const at = rest.indexOf(dashes)
    if (at === -1) rest = rest.subarray(-(delimiter.length - 1))
    else if (rest.indexOf(delimiter) !== at - 2) throw malformed('its first boundary does not begin a line')
    else enter('boundary', at + dashes.length)
  }

  /** Reads what follows a boundary: the end of the form, or the head of a part up to its last header. */
  function* readHead(): Generator<PartPiece, void> {
    if (rest.length < 2) return
    if (rest.toString('latin1', 0, 2) === '--') return enter('end', 2)
    const blankLine = rest.indexOf('\r\n\r\n')
    const nextBoundary = rest.indexOf(delimiter)
    const isShort = nextBoundary !== -1 && (blankLine === -1 || nextBoundary < blankLine)
    const end = isShort ? nextBoundary : blankLine
    if (end > MAX_HEAD || (end === -1 && rest.length > MAX_HEAD + delimiter.length))
      throw malformed('the head of a part is too long')
    if (end === -1) return
    const head = rest.subarray(0, end)
    const lineEnd = head.indexOf('\r\n')
    const padding = head.toString('latin1', 0, lineEnd === -1 ? end : lineEnd)
    if (!/^[ \t]*$/.test(padding)) throw malformed('a line begins with its boundary, but goes on after it')
    yield { head: head.subarray(lineEnd === -1 ? end : lineEnd + 2) }
    enter('content start', isShort ? end : end + 2)
  }

  /** Skips the blank line after a head, unless it belongs to the next boundary. */
  function skipEmptyLine() {
    if (rest.length < delimiter.length && delimiter.subarray(0, rest.length).equals(rest)) return
    if (rest.subarray(0, delimiter.length).equals(delimiter)) enter('boundary', delimiter.length)
    else enter('content', 2)
  }

  function* readContent(): Generator<PartPiece, void> {
    const at = rest.indexOf(delimiter)
    const end = at === -1 ? rest.length - overlap(rest) : at
    if (end > 0) yield { content: rest.subarray(0, end) }
    if (at === -1) rest = rest.subarray(end)
    else enter('boundary', at + delimiter.length)
  }

  /** Returns how many of the last bytes may begin a delimiter. Only its first byte is a carriage return. */
  function overlap(bytes: Buffer): number {
    const tail = bytes.subarray(bytes.lastIndexOf('\r'))
    return delimiter.subarray(0, tail.length).equals(tail) ? tail.length : 0
  }

  function readEnd() {
    if (rest.length === 0) return
    if (!/^[ \t\r\n]/.test(rest.toString('latin1', 0, 1))) throw malformed('its last boundary goes on after its end')
    enter('epilogue', rest.length)
  }

  function enter(next: Place, at: number) {
    place = next
    rest = rest.subarray(at)
  }

  return { push, isComplete: () => place === 'end' || place === 'epilogue' }
}
