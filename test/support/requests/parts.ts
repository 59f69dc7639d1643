import type { Test } from 'supertest'
import { ListFields } from '../../../src/lists/writing/input.ts'

/** A part of a multipart form: the text after `form-data; `, and the content. */
export type Part = [disposition: string, content: string | Buffer]

/** The names of all fields of a list's form except the files. */
export const LIST_FIELD_NAMES = Object.keys(ListFields.shape).filter((name) => name !== 'files')

/** The text fields of a valid list. */
export const FIELD_PARTS: Part[] = [
  ['name="name"', 'My List'],
  ['name="game"', '4'],
  ['name="description"', ''],
]

const BOUNDARY = 'a-boundary-that-no-content-has'

/** Returns the body of a multipart form. Unlike a client library, this does not change names. */
export function formBody(parts: readonly Part[]): Buffer {
  const written = parts.flatMap(([disposition, content]) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** Sends a valid list with these additional parts, unchanged. */
export function sendParts(request: Test, parts: readonly Part[]): Test {
  return request.set('Content-Type', FORM_TYPE).send(formBody([...FIELD_PARTS, ...parts]))
}
