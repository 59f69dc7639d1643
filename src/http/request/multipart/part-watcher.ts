import { CatalogError, invalid } from '../../../errors.ts'
import { decodeCharset, percentDecoded } from '../../../text/encoding.ts'

/*
 * A strict check in front of the parser of multipart forms. Problem: @fastify/multipart skips a part that it can't
 * read, and the upload would succeed without it. Approach: this finds the boundaries and heads in the body (RFC 2046),
 * refuses what is malformed, and repairs white space after a boundary and an empty part that ends with its head.
 * Contents pass unchanged. Guarantee: the parser gets exactly the parts whose heads were reported; form.ts compares
 * their number. Tests: test/http/request/multipart.test.ts, lossless-forms.test.ts and hostile-forms.test.ts.
 */

/** Maximum length of the head of a part, in bytes. */
const MAX_HEAD = 16 * 1024

/** RFC 2046 allows 70 characters, but some clients use more. None uses quotes or backslashes. */
const BOUNDARY = /^[ !#-[\]-~]{1,200}$/

const BLANK_LINE = '\r\n\r\n'

export const malformed = (reason: string) =>
  new CatalogError('malformed', `The body is not a valid multipart form: ${reason}.`)

/** Returns the pieces of the body for the parser, with what `onHead` returns for each head. Throws 400. */
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

export interface PartHead {
  /** The name of the field. The array names `files[]` and `files[0]` become `files`. */
  name: string
  isFile: boolean
  /** The name of the file; empty if it has none. */
  fileName: string
  /** The media type of the content in lower case, without parameters; empty if it is not declared. */
  type: string
  /** The character set of the content. */
  charset: string
}

/** A head that can't be read. The message continues a sentence about the part. */
export class HeadError extends Error {}

type Parameters = ReadonlyMap<string, string>

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Matches one parameter: a token, or a quoted text in which a backslash may precede a quote or a backslash. */
const PARAMETER = /;[ \t]*(?:([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^";]*)))?[ \t]*/y

/** Maximum number of characters of a text of the client that an error shows. */
const MAX_SHOWN = 80

/** Parses the head of a part. Throws HeadError (400), or CatalogError for its texts and encoding (422). */
export function parsePartHead(bytes: Buffer): PartHead {
  const headers = parseHeaders(bytes.toString('latin1'))
  const disposition = headers.get('content-disposition') ?? ''
  const parameters = dispositionParameters(disposition)
  const name = nameOf(parameters)
  const type = headers.get('content-type') ?? ''
  const mediaType = (type.split(';', 1)[0] ?? '').trim().toLowerCase()
  const encoding = headers.get('content-transfer-encoding') ?? 'binary'
  if (!/^(7bit|8bit|binary)$/i.test(encoding))
    throw invalid({ [name]: [`The ${name} field must be sent as it is, without a Content-Transfer-Encoding.`] })
  return {
    name,
    isFile: parameters.has('filename') || parameters.has('filename*') || mediaType === 'application/octet-stream',
    fileName: fileNameOf(parameters, name),
    type: mediaType,
    charset: /;[ \t]*charset="?([\w.:-]+)/i.exec(type)?.[1] ?? 'utf-8',
  }
}

/** Parses header lines. A line that begins with white space continues the line before it. */
function parseHeaders(text: string): Parameters {
  const headers = new Map<string, string>()
  for (const line of text === '' ? [] : text.replace(/\r\n(?=[ \t])/g, '').split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase()
    if (/[\r\n]/.test(line) || !HEADER_NAME.test(name))
      throw new HeadError('has a line in its head that is not a header')
    if (headers.has(name)) throw new HeadError('has a header twice')
    headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}

function dispositionParameters(header: string): Parameters {
  const start = header.indexOf(';')
  const end = start === -1 ? header.length : start
  if (header.slice(0, end).trim().toLowerCase() !== 'form-data')
    throw new HeadError('has no valid Content-Disposition: form-data')
  const parameters = new Map<string, string>()
  let last = end
  for (let at = end; at < header.length; ) {
    PARAMETER.lastIndex = at
    const [all, name, quoted, token = ''] = PARAMETER.exec(header) ?? []
    if (all === undefined)
      throw new HeadError(`has ${shown(header.slice(last + 1).trim())}, which ends in its middle: send a quote as %22`)
    last = at
    at += all.length
    if (name === undefined) continue // a semicolon without a parameter
    const key = name.toLowerCase()
    if (parameters.has(key)) throw new HeadError(`has ${shown(key)} twice`)
    if (/^(file)?name\*./.test(key)) throw new HeadError('has a name in several parameters')
    // Other backslashes stay: some clients send Windows paths as they are.
    parameters.set(key, quoted === undefined ? token.trim() : quoted.replace(/\\(["\\])/g, '$1'))
  }
  return parameters
}

/** Returns the name of a part's field. Throws if it has none (400) or if it is not UTF-8 (422). */
function nameOf(parameters: Parameters): string {
  const raw = parameters.get('name')
  const extended = parameters.get('name*')
  if (raw === undefined && extended === undefined) throw new HeadError('has no name')
  const name = extended === undefined ? utf8Of(raw ?? '') : decodeExtended(extended)
  if (name === undefined) throw invalid({ [shown(raw ?? '')]: ['The name of a field must be UTF-8.'] })
  if (name in Object.prototype) throw new HeadError(`has the name ${name}`)
  return name.replace(/^files\[\d*\]$/, 'files')
}

/** Returns the name of a part's file: `filename*` (RFC 6266), unless characters were lost, or `filename`. */
function fileNameOf(parameters: Parameters, field: string): string {
  const plain = parameters.get('filename')
  const extended = parameters.get('filename*')
  const better = extended === undefined ? undefined : decodeExtended(extended)
  const isBetter = extended !== undefined && (plain === undefined || !better?.includes('\ufffd'))
  const name = isBetter ? better : decodePlain(plain ?? '')
  if (name === undefined) throw invalid({ [field]: [`The file name "${shown(plain ?? '')}" is not valid UTF-8.`] })
  return name
}

const utf8Of = (raw: string) => decodeCharset(Buffer.from(raw, 'latin1'), 'utf-8')

const shown = (raw: string) => Buffer.from(raw.slice(0, MAX_SHOWN), 'latin1').toString('utf8')

/** Decodes a plain name. Browsers escape quotes and line breaks; .NET writes encoded words (RFC 2047). */
function decodePlain(raw: string): string | undefined {
  const words = raw.split(/[ \t]+/).map((word) => /^=\?([\w-]+)\?([BQ])\?([^?]*)\?=$/i.exec(word))
  if (words.some((word) => word === null)) return utf8Of(raw)?.replace(/%22|%0D|%0A/gi, decodeURIComponent)
  const texts = words.map((word) => decodeWord(word?.[1] ?? '', word?.[2] ?? '', word?.[3] ?? ''))
  return texts.includes(undefined) ? undefined : texts.join('')
}

function decodeWord(charset: string, form: string, text: string): string | undefined {
  const isBase64 = form.toUpperCase() === 'B'
  if (!(isBase64 ? /^[\w+/]*={0,2}$/ : /^([!-<>-~]|=[0-9a-f]{2})*$/i).test(text)) return undefined
  const bytes = isBase64
    ? Buffer.from(text, 'base64')
    : percentDecoded(text.replaceAll('%', '%25').replaceAll('_', ' ').replaceAll('=', '%'))
  return decodeCharset(bytes, charset)
}

/** Decodes a value such as `utf-8''%C3%A9` (RFC 8187). */
function decodeExtended(value: string): string | undefined {
  const [, charset = '', text] = /^([\w-]+)'[\w-]*'((?:[^%]|%[0-9a-f]{2})*)$/i.exec(value) ?? []
  if (text === undefined) throw new HeadError('has an extended name that is not valid')
  return decodeCharset(percentDecoded(text), charset)
}
