/** A whole response that was read from the database, and for how long it may be sent again. */
export interface MadeResponse {
  body: Buffer
  /** The media type; JSON if left out. */
  type?: string
  /** A strong entity tag; made from the body if left out. */
  tag?: string
  /** The snapshot of the database that it was read from. */
  snapshot: string
  /** When it becomes stale though nothing is written, as when a list on it expires; null is never. */
  validUntil: Date | null
}

/**
 * Makes a response from the database. `before` is the stale response that is still cached, if any: where the new tag is
 * equal, its body can be used again.
 */
export type Make = (before?: CachedResponse) => Promise<MadeResponse>

export interface CachedResponse extends MadeResponse {
  tag: string
  validFrom: Date
  /** The compressed body, made when a client first accepts it. */
  gzip?: Promise<Buffer> | Buffer
}

/** The memory that a cached response takes, without what each entry of a cache takes anyway. */
export const bytesOf = ({ body, type = '', tag, snapshot, gzip }: CachedResponse): number =>
  body.length + (Buffer.isBuffer(gzip) ? gzip.length : 0) + type.length + tag.length + snapshot.length
