import type { Test } from 'supertest'
import { ListFields } from '../../../src/lists/writing/input.ts'

/** A part of a multipart form as it goes over the wire: what stands after `form-data; `, and the body. */
export type Part = [disposition: string, content: string | Buffer]

/** The names of all fields of a list's form but its files. */
export const LIST_FIELD_NAMES = Object.keys(ListFields.shape).filter((name) => name !== 'files')

/** A valid list's text fields. */
export const FIELD_PARTS: Part[] = [
  ['name="name"', 'My List'],
  ['name="game"', '4'],
  ['name="description"', ''],
]

const BOUNDARY = 'a-boundary-that-no-content-has'

/** The body of a multipart form, written out by hand: no client library has changed a name in it. */
export function formBody(parts: readonly Part[]): Buffer {
  const written = parts.flatMap(([disposition, content]) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** Sends a valid list whose file parts are given word for word. */
export function sendParts(request: Test, parts: readonly Part[]): Test {
  return request.set('Content-Type', FORM_TYPE).send(formBody([...FIELD_PARTS, ...parts]))
}
