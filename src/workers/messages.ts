import type { Readable, Writable } from 'node:stream'
import { deserialize, serialize } from 'node:v8'

/*
 * Messages between two processes, through a pipe. `child.send` of Node copies a message as a whole, several times and in one
 * turn of the event loop: one of 16 MiB and its answer of 32 held it for 29 to 39 ms, and so they hold it for 5 to 13. Bytes go
 * into the pipe from where they are, and are put into their place as they come.
 *
 * A message is the length of its head in 4 bytes, its head with the sizes of its files, and the files.
 */

export interface Message<Head, Bytes extends Uint8Array = Uint8Array> {
  /** What v8.serialize takes. */
  head: Head
  files: readonly (Bytes | undefined)[]
}

type Received<Head> = Message<Head, Buffer<ArrayBuffer>>

/** Writes a message. Its files must not change any more. */
export function sendMessage<Head>(pipe: Writable, { head, files }: Message<Head>): void {
  const value = serialize({ head, sizes: files.map((file) => file?.length) })
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(value.length)
  pipe.cork()
  for (const bytes of [length, value, ...files]) if (bytes !== undefined) pipe.write(bytes)
  pipe.uncork()
}

/** Calls `receive` with each message that comes. The memory of a file is its own, so that it can be handed over. */
export function receiveMessages<Head>(pipe: Readable, receive: (message: Received<Head>) => void): void {
  const places = placesOf(receive)
  let place = places.next().value
  let at = 0
  pipe.on('data', (chunk: Buffer) => {
    for (let from = 0; from < chunk.length; ) {
      const copied = chunk.copy(place, at, from)
      from += copied
      at += copied
      for (; at === place.length; at = 0) place = places.next().value
    }
  })
}

const LENGTH_BYTES = 4

/** Where the bytes that come belong, one place after the other. The next one is asked for when one is full. */
function* placesOf<Head>(receive: (message: Received<Head>) => void): Generator<Buffer<ArrayBuffer>, never> {
  const length = Buffer.alloc(LENGTH_BYTES)
  for (;;) {
    yield length
    const value = Buffer.allocUnsafeSlow(length.readUInt32LE())
    yield value
    const { head, sizes }: { head: Head; sizes: (number | undefined)[] } = deserialize(value)
    const files = sizes.map((size) => (size === undefined ? undefined : Buffer.allocUnsafeSlow(size)))
    for (const file of files) if (file !== undefined) yield file
    receive({ head, files })
  }
}
