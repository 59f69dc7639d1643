import { forTab } from '../storage.ts'

const SOUGHT = 'sought-line'

/** Number of tabs that are tried: the tab of the file's part, and the one of all files. */
const MAX_TRIES = 2

/**
 * Leads to the line that the address names (`#plugins.txt-L20`) if another tab shows it: first the tab of the file's
 * part, then the one of all files.
 */
export function openTabOfLine(): void {
  const id = decodeURIComponent(location.hash.slice(1))
  const end = id.lastIndexOf('-L')
  const [before, tries = '0'] = (forTab.get(SOUGHT) ?? '').split(' ')
  forTab.remove(SOUGHT)
  if (end === -1 || document.getElementById(id) !== null) return
  const tab = [...document.querySelectorAll<HTMLAnchorElement>('.tabs a[data-files]')].find(
    ({ ariaCurrent, dataset }) => ariaCurrent === null && dataset.files?.split(' ').includes(id.slice(0, end)),
  )
  const tried = before === id ? Number(tries) : 0
  if (tab === undefined || tried === MAX_TRIES) return
  forTab.set(SOUGHT, `${id} ${tried + 1}`)
  location.replace(`${tab.href}${location.hash}`)
}
