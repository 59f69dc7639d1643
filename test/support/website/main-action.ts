import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Words that begin the name of a button which destroys something or ends an access. */
const DESTROYS = '^(Delete|Hide|Revoke|Deny|Remove|Sign out)'

/**
 * Expects that at most one visible button of a page has the primary colour, and that those which destroy something are
 * outlined in the colour for it.
 */
export async function expectOneMainAction(page: Page, state: string): Promise<void> {
  const found = await page.evaluate((destroys) => {
    const colourOf = (name: string) => {
      const probe = document.createElement('i')
      probe.style.color = `var(${name})`
      document.body.append(probe)
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    }
    const [primary, danger] = [colourOf('--mark'), colourOf('--went')]
    const buttons = [...document.querySelectorAll<HTMLElement>('button, .button')].filter((one) =>
      one.checkVisibility(),
    )
    const named = (isFound: (style: CSSStyleDeclaration, text: string) => boolean) =>
      buttons.filter((one) => isFound(getComputedStyle(one), one.innerText.trim())).map((one) => one.innerText.trim())
    return {
      primary: named((style) => style.backgroundColor === primary),
      filled: named((style, text) => new RegExp(destroys).test(text) && style.borderColor !== danger),
    }
  }, DESTROYS)
  expect({ state, primary: found.primary.slice(1), filled: found.filled }).toEqual({ state, primary: [], filled: [] })
}
