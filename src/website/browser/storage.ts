/** Storage of a browser that never throws. If storage is disabled, nothing is stored. */
export interface SafeStorage {
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
