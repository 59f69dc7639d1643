import { setImmediate as nextTurn } from 'node:timers/promises'

/** Number of bytes that are copied before other requests get a turn. */
const TURN_BYTES = 2 ** 20

/** Joins pieces into a new buffer; strings become UTF-8. Yields to the event loop between megabytes. */
export async function joinBytes(pieces: readonly (string | Uint8Array)[]): Promise<Buffer<ArrayBuffer>> {
  const parts = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))
  const joined = Buffer.from(new ArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)))
  let at = 0
  for (const part of parts) {
    for (let from = 0; from < part.length; ) {
      const slice = part.subarray(from, from + TURN_BYTES - (at % TURN_BYTES))
      joined.set(slice, at)
      from += slice.length
      at += slice.length
      if (at % TURN_BYTES === 0) await nextTurn()
    }
  }
  return joined
}
