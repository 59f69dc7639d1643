/** The parameters that a response depends on, in an order of the route; undefined if it must not be cached. */
export type CacheKey = readonly unknown[] | undefined

/** A complete response that was read from the database, and how long it may be reused. */
export interface MadeResponse {
  /** The body: bytes, a text, or an object that is sent as JSON. */
  body: Buffer | string | object
  type?: string
  /** Headers of this response alone, by name. Undefined removes a header that all responses have. */
  headers?: Readonly<Record<string, string | undefined>> | undefined
  /** The request header that this response depends on, other than those that all responses depend on. */
  vary?: string | undefined
  /** A strong entity tag. Computed from the body by default. */
  tag?: string
  snapshot: string
  /** When the response becomes stale without a write, for example because one of its lists expires. Null if never. */
  validUntil: Date | null
}

/** Makes a response. If its tag is that of `before`, the stale response, its body can be reused. */
export type Make = (before?: CachedResponse) => Promise<MadeResponse>

export interface CachedResponse extends MadeResponse {
  body: Buffer
  tag: string
  validFrom: Date
  /** The compressed body. It is made for the first client that accepts gzip. */
  gzip?: Promise<Buffer> | Buffer
}

export const bytesOf = ({ body, type = '', tag, snapshot, gzip }: CachedResponse): number =>
  body.length + (Buffer.isBuffer(gzip) ? gzip.length : 0) + type.length + tag.length + snapshot.length
