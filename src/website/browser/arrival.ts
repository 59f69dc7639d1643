import { forTab } from './storage.ts'

/** What is left for the page that the answer to a form leads to (303). */
export const leaveForArrival = (name: string, value: string): void => void forTab.set(name, value)

/** Takes what was left: null on a page that was opened, loaded anew or gone back to, as the form may not have arrived. */
export function takeOnArrival(name: string): string | null {
  const value = forTab.get(name)
  forTab.remove(name)
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return arrival !== undefined && arrival.redirectCount > 0 ? value : null
}
