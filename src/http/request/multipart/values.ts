import { invalid } from '../../../errors.ts'
import { decodeCharset } from '../../../text/charset.ts'
import type { FormFile, UploadLimits } from '../upload.ts'
import type { PartHead } from './head.ts'
import { malformed } from './parts.ts'

/** Maximum size of a text field of a form, in bytes. */
export const MAX_FIELD_BYTES = 2 ** 16

/** A part of a form with its content. Contents that are too large have no pieces. */
export interface Part extends PartHead {
  pieces: Buffer<ArrayBuffer>[]
  bytes: number
}

/** Refuses a file in a text field (422). */
export function refuseOtherFile({ name }: PartHead, { maxFiles }: UploadLimits) {
  if (name === 'files') return
  const hint = maxFiles === 0 ? 'This form takes no files.' : 'Files go into files[].'
  throw invalid({ [name]: [`The ${name} field must be text, not a file. ${hint}`] })
}

/** Returns the file of a part, or null for an empty one without a name, which browsers send for an empty file input. */
export function fileOf({ fileName: name, pieces, bytes }: Part, { maxFileBytes }: UploadLimits): FormFile | null {
  if (name === '' && bytes === 0) return null
  if (name === '') throw invalid({ files: ['A file has no name. Send its name as filename="modlist.txt".'] })
  if (bytes > maxFileBytes) throw invalid({ files: [`The file ${name} is larger than ${maxFileBytes} bytes.`] })
  return { name, pieces: pieces.length === 0 ? [Buffer.alloc(0)] : pieces }
}

/** Returns the value of a text field. A part whose type is JSON is parsed. */
export function fieldOf({ name, type, charset, pieces, bytes }: Part): unknown {
  if (bytes > MAX_FIELD_BYTES) throw invalid({ [name]: [`The ${name} field is too long.`] })
  const text = decodeCharset(Buffer.concat(pieces), charset)
  if (text === undefined) throw invalid({ [name]: [`The ${name} field is not valid ${charset} text.`] })
  if (type !== 'application/json') return text
  try {
    return JSON.parse(text)
  } catch {
    throw malformed(`the ${name} field is not JSON, as its Content-Type says`)
  }
}

/** Explains a common mistake with curl: `-F 'files[]=modlist.txt'` sends the file's name as text. */
export function refuseTextAsFile({ bytes }: Part) {
  if (bytes === 0) return
  throw invalid({ files: ["The files field must be files, not text. With curl: -F 'files[]=@modlist.txt'."] })
}
