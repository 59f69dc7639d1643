import { element } from '../element.ts'
import { leaveForArrival, takeOnArrival } from '../storage.ts'

const SAVED = 'saved'

/** Makes the page at `path`, which follows a saved form, say that the list was saved. */
export const sayWhenSaved = (path: string): void => leaveForArrival(SAVED, path)

export function saySaved(): void {
  if (takeOnArrival(SAVED) !== location.pathname) return
  const changes = element('a', { href: `${location.pathname}/history` }, 'See what changed')
  document.querySelector('.actions [role=status]')?.append('Saved. ', changes)
}
