import { invalid } from '../../../errors.ts'
import { fileNameOf, nameOf } from './names.ts'
import { parseParameters } from './parameters.ts'
import { malformed } from './parts.ts'

/** The head of a part of a form. */
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

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/**
 * Parses the head of a part. Throws if it is malformed (400), or if the part has a text that can't be decoded or an
 * encoding that is not accepted (422).
 */
export function parsePartHead(bytes: Buffer): PartHead {
  const headers = parseHeaders(bytes.toString('latin1'))
  const disposition = parseParameters(headers.get('content-disposition') ?? '')
  if (disposition?.value !== 'form-data') throw malformed('a part has no valid Content-Disposition: form-data')
  const { parameters } = disposition
  if ([...parameters.keys()].some((key) => /^(file)?name\*./.test(key)))
    throw malformed('the name of a part is split into several parameters')
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
function parseHeaders(text: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of text === '' ? [] : text.replace(/\r\n(?=[ \t])/g, '').split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase()
    if (/[\r\n]/.test(line) || !HEADER_NAME.test(name))
      throw malformed('the head of a part has a line that is not a header')
    if (headers.has(name)) throw malformed('the head of a part has a header twice')
    headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}
