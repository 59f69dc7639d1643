import { setImmediate as nextTurn } from 'node:timers/promises'

/** A piece that is written only when its place is known. It writes exactly `length` bytes. */
export interface WrittenPiece {
  readonly length: number
  writeTo(joined: Buffer, at: number): void
}

/** A part of what is joined. A string becomes UTF-8. */
export type Piece = string | Uint8Array | WrittenPiece

/** Number of bytes that are written before other requests get a turn. */
const TURN_BYTES = 2 ** 20

/** Joins pieces into a new buffer; strings become UTF-8. Yields to the event loop between megabytes. */
export async function joinBytes(pieces: readonly Piece[]): Promise<Buffer<ArrayBuffer>> {
  const parts = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece))
  const joined = Buffer.from(new ArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)))
  let at = 0
  let turnAt = TURN_BYTES
  for (const part of parts) {
    if ('writeTo' in part) {
      part.writeTo(joined, at)
      at += part.length
      if (at >= turnAt) turnAt = await nextTurn(at + TURN_BYTES)
    } else {
      for (let from = 0; from < part.length; ) {
        const slice = part.subarray(from, from + turnAt - at)
        joined.set(slice, at)
        from += slice.length
        at += slice.length
        if (at >= turnAt) turnAt = await nextTurn(at + TURN_BYTES)
      }
    }
  }
  return joined
}
