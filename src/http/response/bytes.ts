import type { FastifyReply, FastifyRequest } from 'fastify'
import { CatalogError } from '../../errors.ts'
import { requestedRange } from './byte-range.ts'
import { namesTag, tagOfBytes } from './entity-tag.ts'

/** Whether the client has what the tag names. The answer, 304 or not, then carries the tag. */
export function isKnown({ headers }: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  return namesTag(headers['if-none-match'] ?? '', tag, { weak: true })
}

/** Sends JSON with the tag of its bytes, or that the client has it (304). */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, edition: string, value: unknown) {
  return sendJson(request, reply, edition, Buffer.from(JSON.stringify(value)))
}

/** The same for what is JSON already. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, edition: string, json: Buffer) {
  if (isKnown(request, reply, tagOfBytes(edition, json))) return reply.code(304).send(undefined)
  return reply.type('application/json; charset=utf-8').send(json)
}

/** Headers of bytes that a client saves: a browser neither guesses their type nor shows them as a page. */
export function describeDownload(reply: FastifyReply, type: string, disposition: string): FastifyReply {
  return reply.type(type).header('content-disposition', disposition).header('x-content-type-options', 'nosniff')
}

/** Sends bytes, or the part of them that a Range header asks for, if the client's other parts are of the same `tag`. */
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
