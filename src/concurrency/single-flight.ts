/**
 * Returns a function that runs work once for all who ask for the same key while it runs. They share its result, also if
 * that is an error.
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
