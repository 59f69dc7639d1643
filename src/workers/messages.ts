import type { Duplex, Writable } from 'node:stream'
import { deserialize, serialize } from 'node:v8'

/*
 * Messages between two processes, through a pipe.
 *
 * Problem: Node's `child.send` copies a whole message several times in one turn of the event loop, so large files block
 * it.
 * Approach: a message is the length of its head in four bytes, the head with the sizes of its files, and the files. Files
 * are written to the pipe without a copy. Arriving bytes are copied once, into their final buffers.
 * Tests: test/workers/messages.test.ts.
 */

export interface Message<Head, Bytes extends Uint8Array = Uint8Array> {
  /** Any value that v8.serialize accepts. */
  head: Head
  files: readonly (Bytes | undefined)[]
}

type Bytes = Buffer<ArrayBuffer>

const LENGTH_BYTES = 4

/** Writes a message. Its files must not change afterwards. */
export function sendMessage<Head>(pipe: Writable, { head, files }: Message<Head>): void {
  const value = serialize({ head, sizes: files.map((file) => file?.length) })
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(value.length)
  pipe.cork()
  for (const bytes of [length, value, ...files]) if (bytes !== undefined) pipe.write(bytes)
  pipe.uncork()
}

/** Calls `receive` with each message that arrives. Closes the pipe when it ends, and if invalid data arrives. */
export function receiveMessages<Head>(pipe: Duplex, receive: (message: Message<Head, Bytes>) => void): void {
  const read = bytesOf(pipe)
  const receiveAll = async () => {
    for (;;) receive(await readMessage<Head>(read)) // no message stays in memory while the next is awaited
  }
  receiveAll().catch((error) => pipe.destroy(error))
}

async function readMessage<Head>(read: (size: number) => Promise<Bytes>): Promise<Message<Head, Bytes>> {
  const length = await read(LENGTH_BYTES)
  const { head, sizes }: { head: Head; sizes: (number | undefined)[] } = deserialize(await read(length.readUInt32LE()))
  const files: (Bytes | undefined)[] = []
  for (const size of sizes) files.push(size === undefined ? undefined : await read(size))
  return { head, files }
}

/** Returns a function that reads the next bytes of a pipe into a buffer of their own. */
function bytesOf(pipe: Duplex): (size: number) => Promise<Bytes> {
  const chunks: AsyncIterator<Buffer> = pipe[Symbol.asyncIterator]()
  let chunk: Buffer = Buffer.alloc(0)
  return async (size) => {
    const bytes = Buffer.allocUnsafeSlow(size)
    for (let at = 0; at < size; ) {
      if (chunk.length === 0) {
        const next = await chunks.next()
        if (next.done) throw new Error('The pipe has ended.')
        chunk = next.value
      }
      const copied = chunk.copy(bytes, at)
      chunk = chunk.subarray(copied)
      at += copied
    }
    return bytes
  }
}
