/** What a browser keeps, for good or for its tab alone; nothing where it keeps nothing. */
export interface Storing {
  get(name: string): string | null
  /** Whether it is kept. */
  set(name: string, value: string): boolean
  remove(name: string): void
}

const storing = (storage: () => Storage): Storing => ({
  get: (name) => attempt(() => storage().getItem(name)) ?? null,
  set: (name, value) =>
    attempt(() => {
      storage().setItem(name, value)
      return true
    }) ?? false,
  remove: (name) => void attempt(() => storage().removeItem(name)),
})

/** Storage that is switched off throws as soon as it is named. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

export const forGood = storing(() => localStorage)
export const forTab = storing(() => sessionStorage)
