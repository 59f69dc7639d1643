import { leaveForArrival, takeOnArrival } from './arrival.ts'

const SAVED = 'saved'

/** Has the page at a path, which saving leads to, say that it was saved. */
export const sayWhenSaved = (path: string): void => leaveForArrival(SAVED, path)

export function saySaved(): void {
  if (takeOnArrival(SAVED) !== location.pathname) return
  const told = document.querySelector('.actions [role=status]')
  const changes = document.createElement('a')
  changes.href = `${location.pathname}/history`
  changes.textContent = 'See what changed'
  told?.append('Saved. ', changes)
}
