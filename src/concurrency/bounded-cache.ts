import { LRUCache } from 'lru-cache'

/** Estimated memory of an entry, in bytes, in addition to its value and key. */
const OVERHEAD_BYTES = 600

/** An LRU cache that is bounded by the total bytes of its entries. */
type BoundedCache<Value extends object | string> = LRUCache<string, Value> & Lookups

/** Counts of lookups. The caller of `get` maintains them, because only the caller knows whether it used the value. */
interface Lookups {
  hits: number
  misses: number
}

export type CacheFigures = Readonly<Lookups & Pick<LRUCache<string, object>, 'size' | 'calculatedSize'>>

/** Creates an LRU cache of at most `maxBytes`; 0 caches nothing. Values larger than `maxEach` bytes are not cached. */
export function createBoundedCache<Value extends object | string>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
  maxEach = maxBytes,
): BoundedCache<Value> {
  const cache = new LRUCache<string, Value>({
    maxSize: Math.max(1, maxBytes),
    maxEntrySize: Math.max(1, maxEach),
    sizeCalculation: (value, key) => bytesOf(value) + 2 * key.length + OVERHEAD_BYTES,
  })
  return Object.assign(cache, { hits: 0, misses: 0 })
}

/** Returns the bytes, copied if they are part of a larger buffer, which a cache would keep in memory. */
export function ownBytes(bytes: Uint8Array): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer)
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}
