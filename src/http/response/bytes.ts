import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CatalogError } from '../../errors.ts'
import { namesTag, tagOfBytes } from './entity-tag.ts'
import { describeDownload, tagged } from './headers.ts'

/** Sets the entity tag of the response. Returns whether the client already has that version. */
export function isKnown({ headers }: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  tagged(reply, tag)
  return namesTag(headers['if-none-match'] ?? '', tag, { weak: true })
}

/** Sends a value as JSON with the entity tag of its bytes, or 304. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, value: unknown) {
  const json = Buffer.from(JSON.stringify(value))
  if (isKnown(request, reply, tagOfBytes(json))) return reply.code(304).send(undefined)
  return reply.type('application/json; charset=utf-8').send(json)
}

/** Sends a download, or the requested range of it, unless If-Range names another version. */
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
    throw new CatalogError('range_not_satisfiable', `The range is outside the file, which has ${buffer.length} bytes.`)
  }
  describeDownload(reply, type, disposition)
  if (range === null) return reply.send(buffer)
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end - 1}/${buffer.length}`)
    .send(buffer.subarray(range.start, range.end))
}

/**
 * Returns the part that a Range header requests; null for the whole file; `unsatisfiable` if there is no such part. The
 * package range-parser refuses a suffix longer than the file, and does not ignore invalid ranges.
 */
function requestedRange(header: string, size: number) {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? []
  if (first === '' && last === '') return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null

  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  return start < end ? { start, end } : 'unsatisfiable' // `end` is excluded
}

/**
 * Streams JSON: `head`, the items of all batches, then `tail` of their number. Waits for the first batch, so that its
 * error becomes a response. Reads nothing for HEAD.
 */
export async function sendJsonStream(
  reply: FastifyReply,
  { head, batches, tail }: { head: string; batches: AsyncIterator<unknown[]>; tail: (count: number) => string },
) {
  reply.type('application/json; charset=utf-8')
  if (reply.request.method === 'HEAD') return reply.send(Readable.from([]))
  const first = await batches.next()

  async function* write() {
    let count = 0
    let chunk = head
    for (let batch = first; batch.done !== true; batch = await batches.next()) {
      for (const item of batch.value) chunk += (count++ === 0 ? '' : ',') + JSON.stringify(item)
      yield Buffer.from(chunk) // sending a long string is slower
      chunk = ''
    }
    yield Buffer.from(chunk + tail(count))
  }

  return reply.send(Readable.from(write(), { highWaterMark: 1 }))
}

export async function* mapBatches<From, To>(
  batches: AsyncIterable<From[]>,
  view: (item: From) => To,
): AsyncGenerator<To[]> {
  for await (const batch of batches) yield batch.map(view)
}
