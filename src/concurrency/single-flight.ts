/**
 * Returns a function that runs work, or joins work with the same key that is already running. All callers get the same
 * result or error.
 */
export function createSingleFlight<Value>(): (key: string, work: () => Promise<Value>) => Promise<Value> {
  const running = new Map<string, Promise<Value>>()
  return (key, work) => {
    const known = running.get(key)
    if (known !== undefined) return known
    const result = work().finally(() => running.delete(key))
    running.set(key, result)
    return result
  }
}
