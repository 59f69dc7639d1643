import { LRUCache } from 'lru-cache'

/** What a kept value takes beside its own bytes and its key: the entry, the objects that it is made of. */
const OVERHEAD = 600

/** Values by name, in a bounded number of bytes: what was used longest ago goes first. */
export type Cache<Value extends object | string> = LRUCache<string, Value> & Finds

/** How often what was looked for was there to be used: whoever looks counts. */
interface Finds {
  hits: number
  misses: number
}

/** What may be told of a cache. */
export type CacheFigures = Readonly<Finds & Pick<LRUCache<string, object>, 'size' | 'calculatedSize'>>

/** Of 0 bytes nothing is kept, nor what is larger than `maxEach` bytes. Keys count, at the two bytes that a character may take. */
export function createCache<Value extends object | string>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
  maxEach = maxBytes,
): Cache<Value> {
  const sizeCalculation = (value: Value, key: string) => bytesOf(value) + 2 * key.length + OVERHEAD
  const bounds = { maxSize: Math.max(1, maxBytes), maxEntrySize: Math.max(1, maxEach), sizeCalculation }
  return Object.assign(new LRUCache<string, Value>(bounds), { hits: 0, misses: 0 })
}
