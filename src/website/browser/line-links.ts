const LINES = '.rows > li[id], .lines > li'

/**
 * Gives a line a link to its own address: the one that is pointed at, or that the arrow keys lead to from the link itself.
 * There is one link, which goes along, as there are thousands of lines.
 */
export function addressLines(): void {
  const link = document.createElement('a')
  link.className = 'line-link'
  link.textContent = '#'
  link.setAttribute('aria-label', 'Link to this line')
  link.setAttribute('aria-keyshortcuts', 'ArrowUp ArrowDown')
  const goTo = (line: Element) => {
    link.href = `#${encodeURIComponent(line.id)}`
    line.append(link)
  }
  /** Where the keyboard finds it. */
  const goToFirst = () => {
    const first = shownLines()[0]
    if (first !== undefined) goTo(first)
  }

  goToFirst()
  document.addEventListener('input', () => {
    if (link.closest('[hidden]') !== null) goToFirst() // a filter has hidden its line
  })
  document.addEventListener('pointerover', ({ target }) => {
    const line = target instanceof Element ? target.closest(LINES) : null
    if (line !== null && !line.contains(link) && !link.matches(':focus-visible')) goTo(line)
  })
  link.addEventListener('keydown', (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault() // the page would scroll
    const lines = shownLines()
    const line = lines[lines.findIndex((line) => line.contains(link)) + step]
    if (line === undefined) return
    goTo(line)
    link.focus()
  })
}

const shownLines = () =>
  [...document.querySelectorAll(LINES)].filter((line) => line.closest('[hidden], details:not([open])') === null)
