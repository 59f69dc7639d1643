import type { FastifyReply, FastifyRequest } from 'fastify'
import { CatalogError } from '../../errors.ts'
import { requestedRange } from './byte-range.ts'
import { namesTag, tagOfBytes } from './entity-tag.ts'

/** Puts the tag on the response, and says whether the client has that version already. */
export function isKnown({ headers }: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  return namesTag(headers['if-none-match'] ?? '', tag, { weak: true })
}

/** Sends a value as JSON with the tag of its bytes, or 304. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, value: unknown) {
  return sendJson(request, reply, Buffer.from(JSON.stringify(value)))
}

/** The same for a value that is JSON already. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, json: Buffer) {
  if (isKnown(request, reply, tagOfBytes(json))) return reply.code(304).send(undefined)
  return reply.type('application/json; charset=utf-8').send(json)
}

/** Sets the headers of a download: a browser saves it, and neither guesses its type nor shows it as a page. */
export function describeDownload(reply: FastifyReply, type: string, disposition: string): FastifyReply {
  return reply.type(type).header('content-disposition', disposition).header('x-content-type-options', 'nosniff')
}

/**
 * Sends a download, or the range of it that is asked for, unless If-Range says that the client's part is of another
 * version.
 */
export function sendBytes(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { bytes, tag, type, disposition }: { bytes: Uint8Array; tag: string; type: string; disposition: string },
) {
  reply.header('accept-ranges', 'bytes')
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isCurrent = String(headers['if-range'] ?? tag).trim() === tag
  const asked = method === 'GET' && isCurrent ? (headers.range ?? '') : ''
  const range = requestedRange(asked, buffer.length)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${buffer.length}`)
    throw new CatalogError('range_not_satisfiable', `There is no such range: the file has ${buffer.length} bytes.`)
  }
  describeDownload(reply, type, disposition)
  if (range === null) return reply.send(buffer)
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end - 1}/${buffer.length}`)
    .send(buffer.subarray(range.start, range.end))
}
