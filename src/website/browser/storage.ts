import { element } from './element.ts'

/** Returns a storage of the browser that never throws. If storage is disabled, nothing is stored. */
const safe = (storage: () => Storage) => ({
  get: (name: string): string | null => attempt(() => storage().getItem(name), null),
  /** Returns whether the value was stored. */
  set: (name: string, value: string): boolean =>
    attempt(() => {
      storage().setItem(name, value)
      return true
    }, false),
  remove: (name: string): void => attempt(() => storage().removeItem(name), undefined),
  names: (): string[] => attempt(() => Object.keys(storage()), []),
})

/** Returns the result of `work`, or `otherwise` if it throws. Even naming disabled storage throws. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
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

const SAVED = 'saved'

/** Makes the page at `path`, which follows a saved form, say that the list was saved. */
export const sayWhenSaved = (path: string): void => leaveForArrival(SAVED, path)

export function saySaved(): void {
  if (takeOnArrival(SAVED) !== location.pathname) return
  const changes = element('a', { href: `${location.pathname}/history` }, 'See what changed')
  document.querySelector('.actions [role=status]')?.append('Saved. ', changes)
}
