import type { Page } from 'playwright-core'

/** Returns the texts that a tick or a radio button covers, and those that stand out of their row. */
export const overlapsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const textOf = (element: Element) => element.textContent?.trim().slice(0, 60) ?? ''
    const isVisible = (element: Element) => element.checkVisibility() && !element.closest('.unseen')
    const labels = [...document.querySelectorAll('label:has([type="checkbox"], [type="radio"])')].filter(isVisible)
    const covered = labels.filter((label) => {
      const box = label.querySelector('input')?.getBoundingClientRect() ?? new DOMRect()
      const range = document.createRange()
      range.selectNodeContents(label)
      const texts = [...label.querySelectorAll('*'), label].flatMap((element) => [...element.childNodes])
      return texts.some((node) => {
        if (node.nodeType !== Node.TEXT_NODE || !isVisible(node.parentElement ?? label)) return false
        range.selectNodeContents(node)
        return [...range.getClientRects()].some(
          ({ left, right, top, bottom }) =>
            left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1,
        )
      })
    })
    const groups = [...document.querySelectorAll('.rows')].filter(isVisible)
    const outside = groups.filter((group) => {
      const { bottom } = group.getBoundingClientRect()
      return [...group.querySelectorAll('*')].some((part) => part.getBoundingClientRect().bottom > bottom + 2)
    })
    return [...covered, ...outside].map(textOf)
  })
