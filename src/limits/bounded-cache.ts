import { LRUCache } from 'lru-cache'

/** The memory of an entry beside its value and its key: the objects that it is made of. */
const OVERHEAD_BYTES = 600

/** An LRU cache that is bounded by the bytes of its entries: the least recently used ones are evicted. */
export type BoundedCache<Value extends object | string> = LRUCache<string, Value> & Lookups

/** Counted by whoever calls `get`, who alone knows whether the value could be used. */
interface Lookups {
  hits: number
  misses: number
}

/** What the metrics show of a cache. */
export type CacheFigures = Readonly<Lookups & Pick<LRUCache<string, object>, 'size' | 'calculatedSize'>>

/**
 * A cache of `maxBytes`, in which keys count too, at the two bytes that a character may take. With 0 bytes it keeps
 * nothing. Values larger than `maxEach` bytes are not kept, and none for longer than a lifetime; 0 is for good.
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
