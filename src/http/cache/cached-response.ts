/** A whole response that was read from the database, and for how long it may be sent again. */
export interface MadeResponse {
  body: Buffer
  /** The media type; JSON without one. */
  type?: string
  /** A strong entity tag; without one it is made from the bytes. */
  tag?: string
  /** The snapshot of the database that it was read from. */
  snapshot: string
  /** From then on it is another one though nothing is written; null is never. */
  validUntil: Date | null
}

/** Makes a response anew. */
export type Make = () => Promise<MadeResponse>

export interface CachedResponse extends MadeResponse {
  tag: string
  /** The connection generation in which it was made (db/snapshot.ts). */
  generation: number
  validFrom: Date
  /** The same bytes in fewer, made once when a client first accepts them. */
  gzip?: Promise<Buffer> | Buffer
}

/** All that a response holds of the memory, but for what every one does. */
export const bytesOf = ({ body, type = '', tag, snapshot, gzip }: CachedResponse): number =>
  body.length + (Buffer.isBuffer(gzip) ? gzip.length : 0) + type.length + tag.length + snapshot.length

/** Small buffers are cut from large ones, which they keep from being freed: what stays is copied. */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
