import { forTab } from './storage.ts'

/** Leaves a value for the page to which a form's 303 leads. */
export const leaveForArrival = (name: string, value: string): void => void forTab.set(name, value)

/**
 * Returns the value that a form left, once. Null unless a redirect led to this page: otherwise the form may have
 * failed.
 */
export function takeOnArrival(name: string): string | null {
  const value = forTab.get(name)
  forTab.remove(name)
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return arrival !== undefined && arrival.redirectCount > 0 ? value : null
}
