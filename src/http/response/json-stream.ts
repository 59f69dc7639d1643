import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Sends a JSON text that is written while its items are read: `head`, the items of all batches with commas between,
 * then `tail`, which is told their number. The first batch is waited for, so that a failure there is answered as such. To
 * HEAD nothing is read: Fastify would read a stream to its end.
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
      yield Buffer.from(chunk) // to send a long string costs several times as much
      chunk = ''
    }
    yield Buffer.from(chunk + tail(count))
  }

  return reply.send(Readable.from(write(), { highWaterMark: 1 }))
}

/** The batches with each item put into another shape. */
export async function* mapBatches<From, To>(
  batches: AsyncIterable<From[]>,
  view: (item: From) => To,
): AsyncGenerator<To[]> {
  for await (const batch of batches) yield batch.map(view)
}
