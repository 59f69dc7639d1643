import { isAfterForm } from './arrival.ts'
import { forTab } from './storage.ts'

const SAVED = 'saved'

/** Has the page at a path, which saving leads to, say that it was saved. */
export const sayWhenSaved = (path: string): void => void forTab.set(SAVED, path)

export function saySaved(): void {
  const path = forTab.get(SAVED)
  if (path === null) return
  forTab.remove(SAVED) // also where the form came again
  const told = document.querySelector('.actions [role=status]')
  if (told !== null && location.pathname === path && isAfterForm()) told.textContent = 'Saved.'
}
