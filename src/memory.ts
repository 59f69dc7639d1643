import { LRUCache } from 'lru-cache'

/** What a kept value takes beside its own bytes. */
const OVERHEAD = 300

/** Values by name, in a bounded number of bytes: what was used longest ago goes first. */
export type Cache<Value extends object | string> = LRUCache<string, Value>

/** Of 0 bytes nothing is kept. */
export function createCache<Value extends object | string>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
): Cache<Value> {
  return new LRUCache({ maxSize: Math.max(1, maxBytes), sizeCalculation: (value) => bytesOf(value) + OVERHEAD })
}
