import { leaveForArrival, takeOnArrival } from '../storage.ts'

const SAVED = 'saved'

/** Makes the page at `path`, which follows a saved form, say that the list was saved. */
export const sayWhenSaved = (path: string): void => leaveForArrival(SAVED, path)

export function saySaved(): void {
  if (takeOnArrival(SAVED) !== location.pathname) return
  const status = document.querySelector('.actions [role=status]')
  const changes = document.createElement('a')
  changes.href = `${location.pathname}/history`
  changes.textContent = 'See what changed'
  status?.append('Saved. ', changes)
}
