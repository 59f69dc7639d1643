import type { Duplex, Writable } from 'node:stream'
import { deserialize, serialize } from 'node:v8'

/*
 * Messages between two processes, through a pipe.
 *
 * Problem: Node's `child.send` copies a whole message several times in one turn of the event loop, so large files block
 * it.
 * Approach: a message is a length-prefixed frame: 4 bytes with the length of its head, the head with the sizes of its
 * files, and the files. Files are written to the pipe without a copy. Arriving bytes are copied once, into their final
 * buffers.
 */

export interface Message<Head, Bytes extends Uint8Array = Uint8Array> {
  /** Any value that v8.serialize accepts. */
  head: Head
  files: readonly (Bytes | undefined)[]
}

type Received<Head> = Message<Head, Buffer<ArrayBuffer>>

/** Writes a message. Its files must not change afterwards. */
export function sendMessage<Head>(pipe: Writable, { head, files }: Message<Head>): void {
  const value = serialize({ head, sizes: files.map((file) => file?.length) })
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(value.length)
  pipe.cork()
  for (const bytes of [length, value, ...files]) if (bytes !== undefined) pipe.write(bytes)
  pipe.uncork()
}

/** Calls `receive` with each message that arrives. Closes the pipe if invalid data arrives. */
export function receiveMessages<Head>(pipe: Duplex, receive: (message: Received<Head>) => void): void {
  const places = placesOf(receive)
  let place = places.next().value
  let at = 0
  const put = (chunk: Buffer) => {
    for (let from = 0; from < chunk.length; ) {
      const copied = chunk.copy(place, at, from)
      from += copied
      at += copied
      for (; at === place.length; at = 0) place = places.next().value
    }
  }
  pipe.on('data', (chunk: Buffer) => {
    try {
      put(chunk)
    } catch (error) {
      pipe.destroy(error as Error)
    }
  })
}

const LENGTH_BYTES = 4

type Places<Result> = Generator<Buffer<ArrayBuffer>, Result>

/** Yields the buffers for the arriving bytes. The next buffer is requested when the last one is full. */
function* placesOf<Head>(receive: (message: Received<Head>) => void): Places<never> {
  for (;;) receive(yield* placesOfOne<Head>())
}

/** Like placesOf, for one message. It is separate so that no message stays in memory while the next is awaited. */
function* placesOfOne<Head>(): Places<Received<Head>> {
  const length = Buffer.alloc(LENGTH_BYTES)
  yield length
  const value = Buffer.allocUnsafeSlow(length.readUInt32LE())
  yield value
  const { head, sizes }: { head: Head; sizes: (number | undefined)[] } = deserialize(value)
  const files = sizes.map((size) => (size === undefined ? undefined : Buffer.allocUnsafeSlow(size)))
  for (const file of files) if (file !== undefined) yield file
  return { head, files }
}
