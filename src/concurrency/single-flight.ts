import { ClientGone } from '../errors.ts'

/**
 * Returns a function that joins running work with the same key. Work that was given up for its own client is started
 * again by one of the others.
 */
export function createSingleFlight<Value>() {
  const running = new Map<string, Promise<Value>>()
  return function run(key: string, work: () => Promise<Value>): Promise<Value> {
    const known = running.get(key)
    if (known !== undefined) {
      return known.catch((error) => (error instanceof ClientGone ? run(key, work) : Promise.reject(error)))
    }
    const result = work().finally(() => running.delete(key))
    running.set(key, result)
    return result
  }
}
