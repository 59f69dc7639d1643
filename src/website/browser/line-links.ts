import { lineOf, rowText } from './row-text.ts'

const LINES = '.rows > li[id], .lines > li'
const OUT_OF_SIGHT = '[hidden], details:not([open])'

/**
 * Shows a link to a line's own address, with the line's number, at the line under the pointer or at the one that the arrow keys
 * reach from the link. The page has one such link, which moves, because it may have thousands of lines.
 */
export function addressLines(): void {
  const link = document.createElement('a')
  link.className = 'line-link'
  link.textContent = '#'
  link.setAttribute('aria-keyshortcuts', 'ArrowUp ArrowDown')

  function goTo(line: Element) {
    link.href = `#${encodeURIComponent(line.id)}`
    link.title = lineOf(line)
    link.setAttribute('aria-label', `Link to this line: ${rowText(line).trim()}`)
    line.append(link)
  }

  /** Moves the link to a visible line, so that the keyboard reaches it: in the filtered part if it has one. */
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
  document.addEventListener('toggle', () => keepInSight(), { capture: true }) // it does not bubble
  document.addEventListener('pointerover', ({ target }) => {
    const line = target instanceof Element ? target.closest(LINES) : null
    if (line !== null && !line.contains(link) && !link.matches(':focus-visible')) goTo(line)
  })
  link.addEventListener('keydown', (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault() // the page would scroll
    const lines = shownLines()
    const line = lines[lines.findIndex((line) => line.contains(link)) + step]
    if (line === undefined) return
    goTo(line)
    link.focus()
  })
}

const shownLines = (part: Element | Document = document) =>
  [...part.querySelectorAll(LINES)].filter((line) => line.closest(OUT_OF_SIGHT) === null)
