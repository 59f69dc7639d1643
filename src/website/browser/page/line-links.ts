import { element } from '../element.ts'
import { forTab } from '../storage.ts'
import { lineOf, rowText } from './filter.ts'

const LINES = '.rows > li[id], .lines > li'
const OUT_OF_SIGHT = '[hidden], details:not([open])'

/** Shows a link to the line under the pointer or the arrow keys: one for thousands of lines. */
export function addressLines(): void {
  const link = element('a', { className: 'line-link', ariaKeyShortcuts: 'ArrowUp ArrowDown' }, '#')

  function goTo(line: Element) {
    link.href = `#${encodeURIComponent(line.id)}`
    link.title = lineOf(line)
    link.setAttribute('aria-label', `Link to this line: ${rowText(line).trim()}`)
    linkName(line)
    line.append(link)
  }

  /** Moves the link to a visible line, so that the keyboard can reach it. Prefers a line in `part`. */
  function keepInSight(part: Element | Document = document) {
    const isInSight = link.isConnected && link.closest(OUT_OF_SIGHT) === null
    if (isInSight && part.contains(link)) return
    const line = shownLines(part)[0] ?? (isInSight ? undefined : shownLines()[0])
    if (line !== undefined) goTo(line)
  }

  keepInSight()
  document.addEventListener('input', ({ target }) => {
    keepInSight((target instanceof Element && target.closest('section')) || document)
  })
  document.addEventListener('toggle', () => keepInSight(), { capture: true }) // toggle events do not bubble
  document.addEventListener('pointerover', ({ target }) => {
    const line = target instanceof Element ? target.closest(LINES) : null
    if (line !== null && !line.contains(link) && !link.matches(':focus-visible')) goTo(line)
  })
  link.addEventListener('keydown', (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault() // otherwise the page scrolls
    const lines = shownLines()
    const line = lines[lines.findIndex((line) => line.contains(link)) + step]
    if (line === undefined) return
    goTo(line)
    link.focus()
  })
}

/** Links the name of a row to its page, if the page has too many rows for a link in each. */
function linkName(line: Element): void {
  const start = line.closest<HTMLElement>('[data-linked]')?.dataset.linked
  const name = [...line.childNodes].find((node) => node instanceof Text && node.data.trim() !== '')
  if (start === undefined || !(name instanceof Text) || line.querySelector('b, i') === null) return
  const text = name.data.trim()
  name.replaceWith(' ', element('a', { href: start + encodeURIComponent(text) }, text))
}

const shownLines = (part: Element | Document = document) =>
  [...part.querySelectorAll(LINES)].filter((line) => line.closest(OUT_OF_SIGHT) === null)

const SOUGHT = 'sought-line'

/** Number of tabs that are tried: the tab of the file's part, and the one of all files. */
const MAX_TRIES = 2

/** Leads to the line that the address names (`#plugins.txt-L20`) if another tab shows it. */
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
