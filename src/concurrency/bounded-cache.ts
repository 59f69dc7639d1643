import { LRUCache } from 'lru-cache'

/** Memory that an entry takes in addition to its value and its key: the objects that it is made of. */
const OVERHEAD_BYTES = 600

/** An LRU cache that is bounded by the bytes of its entries: the least recently used ones are evicted. */
export type BoundedCache<Value extends object | string> = LRUCache<string, Value> & Lookups

/** Counted by the caller of `get`, which alone knows whether it could use the value. */
interface Lookups {
  hits: number
  misses: number
}

/** What the metrics show of a cache. */
export type CacheFigures = Readonly<Lookups & Pick<LRUCache<string, object>, 'size' | 'calculatedSize'>>

/**
 * Creates a cache of `maxBytes`. Keys count too, at two bytes a character. With 0 bytes it keeps nothing. It does not keep
 * values larger than `maxEach` bytes, nor any value for longer than its lifetime; a lifetime of 0 has no end.
 */
export function createBoundedCache<Value extends object | string>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
  { maxEach = maxBytes, lifetimeMs = 0 }: { maxEach?: number; lifetimeMs?: number } = {},
): BoundedCache<Value> {
  const sizeCalculation = (value: Value, key: string) => bytesOf(value) + 2 * key.length + OVERHEAD_BYTES
  const bounds = { maxSize: Math.max(1, maxBytes), maxEntrySize: Math.max(1, maxEach), sizeCalculation }
  const lifetime = { ttl: lifetimeMs, ttlResolution: 1_000 }
  return Object.assign(new LRUCache<string, Value>({ ...bounds, ...lifetime }), { hits: 0, misses: 0 })
}

/**
 * Returns the bytes, copied if they are a part of a larger buffer. Node cuts small buffers from a large one, and received
 * ones from the message that they came in; a cache that keeps such a part keeps all of it in memory.
 */
export function ownBytes(bytes: Uint8Array): Buffer {
  // The same object: http/response/outgoing-memory.ts finds by it which responses share a body.
  if (bytes.buffer.byteLength === bytes.length) return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer)
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}
