/** Whether this page is what an answer to a form led to (303): not one that was opened, loaded anew or gone back to. */
export function isAfterForm(): boolean {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return arrival !== undefined && arrival.redirectCount > 0
}
