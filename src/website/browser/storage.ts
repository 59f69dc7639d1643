/** Storage of a browser that never throws. If storage is disabled, nothing is stored. */
interface SafeStorage {
  get(name: string): string | null
  /** Returns whether the value was stored. */
  set(name: string, value: string): boolean
  remove(name: string): void
  /** Returns all names. */
  names(): string[]
}

const safe = (storage: () => Storage): SafeStorage => ({
  get: (name) => attempt(() => storage().getItem(name)) ?? null,
  set: (name, value) =>
    attempt(() => {
      storage().setItem(name, value)
      return true
    }) ?? false,
  remove: (name) => void attempt(() => storage().removeItem(name)),
  names: () => attempt(() => Object.keys(storage())) ?? [],
})

/** Returns the result of `work`, or undefined if it throws. Even naming disabled storage throws. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

export const forBrowser = safe(() => localStorage)
export const forTab = safe(() => sessionStorage)

/** Leaves a value for the page to which a form's 303 leads. */
export const leaveForArrival = (name: string, value: string): void => void forTab.set(name, value)

/** Returns the value that a form left, once. Null unless a redirect led here: otherwise the form may have failed. */
export function takeOnArrival(name: string): string | null {
  const value = forTab.get(name)
  forTab.remove(name)
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return arrival !== undefined && arrival.redirectCount > 0 ? value : null
}
