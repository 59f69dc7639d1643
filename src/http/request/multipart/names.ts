import { invalid } from '../../../errors.ts'
import { decodeCharset, percentDecoded } from '../../../text/charset.ts'
import type { Parameters } from './parameters.ts'
import { malformed } from './parts.ts'

type Values = Parameters['parameters']

/** Returns the name of a part's field. Throws if it has none (400) or if it is not UTF-8 (422). */
export function nameOf(parameters: Values): string {
  const raw = parameters.get('name')
  const extended = parameters.get('name*')
  if (raw === undefined && extended === undefined) throw malformed('a part has no name')
  const name = extended === undefined ? utf8Of(raw ?? '') : decodeExtended(extended)
  if (name === undefined) throw invalid({ [shownName(raw ?? '')]: ['The name of a field must be UTF-8.'] })
  if (name in Object.prototype) throw malformed(`a part has the name ${name}`)
  return name.replace(/^files\[\d*\]$/, 'files')
}

/** Returns the name of a part's file, or an empty text. `filename*` counts before `filename` (RFC 6266). */
export function fileNameOf(parameters: Values, field: string): string {
  const extended = parameters.get('filename*')
  const plain = parameters.get('filename') ?? ''
  const name = extended === undefined ? decodePlain(plain) : decodeExtended(extended)
  if (name === undefined) throw invalid({ [field]: [`The file name "${shownName(plain)}" is not valid UTF-8.`] })
  return name
}

const utf8Of = (raw: string) => decodeCharset(Buffer.from(raw, 'latin1'), 'utf-8')

const shownName = (raw: string) => Buffer.from(raw.slice(0, 80), 'latin1').toString('utf8')

/**
 * Decodes a plain name. Browsers and curl write quotes and line breaks as `%22`, `%0D` and `%0A`, and escape nothing
 * else (HTML standard, multipart form data). A name that really contains `%22` can't be distinguished. .NET writes a
 * name that is not ASCII as encoded words (RFC 2047).
 */
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
  if (text === undefined) throw malformed('a part has an extended name that is not valid')
  return decodeCharset(percentDecoded(text), charset)
}
