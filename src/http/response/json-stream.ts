import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Streams JSON while its items are read: `head`, the items of all batches separated by commas, then `tail` of their
 * number. Waits for the first batch, so that an error there still becomes an error response. Reads nothing for HEAD,
 * because Fastify would read the stream to its end.
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

/** Applies `view` to each item of the batches. */
export async function* mapBatches<From, To>(
  batches: AsyncIterable<From[]>,
  view: (item: From) => To,
): AsyncGenerator<To[]> {
  for await (const batch of batches) yield batch.map(view)
}
