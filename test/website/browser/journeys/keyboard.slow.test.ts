import { expect } from 'vitest'
import { it } from '../../../support/it.ts'
import { makeLists } from '../../../support/requests/forms.ts'
import {
  copiedOn,
  describeInBrowser,
  expectAccessible,
  tabTo,
  WIDTHS,
  windowOf,
} from '../../../support/website/browser.ts'

describeInBrowser('the keyboard alone', (open) => {
  it.for(WIDTHS)('shares a list, compares it and takes a change over, %i pixels wide', async (width, { app, api }) => {
    await makeLists(api, { 'It works': { 'modlist.txt': '+Frostfall\n+SkyUI\n+Campfire\n' } })
    const { page, origin, complaints } = await open(app, windowOf(width))
    await page.goto('/upload')
    await tabTo(page, 'Or paste text')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Text')
    await page.keyboard.type('+SkyUI')
    await tabTo(page, 'Name')
    await page.keyboard.type('By hand')
    await tabTo(page, 'Game')
    await page.keyboard.type('TESV Skyrim SE')
    await tabTo(page, 'Share it, get the link')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/lists/by-hand')

    await page.goto('/compare')
    await tabTo(page, 'First list')
    await page.keyboard.type('by-hand')
    await page.keyboard.press('Tab')
    await page.keyboard.type('it-works')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/compare/by-hand/it-works')
    await tabTo(page, 'Copy link')
    await page.keyboard.press('Enter')
    await page.getByText('Copied.').waitFor()
    expect(await copiedOn(page)).toBe(`${origin}/compare/by-hand/it-works`)
    await page.getByLabel('Frostfall').press('Space')
    await expect.poll(() => page.getByText('1 ticked').count()).toBe(1)
    await page.getByRole('button', { name: 'Apply to By hand' }).press('Enter')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).press('Enter')
    expect((await downloading).suggestedFilename()).toBe('modlist.txt')
    await expectAccessible(page, 'the page about the files')
    expect(complaints).toEqual([])
  })

  it.for(WIDTHS)('reaches everything in the header, %i pixels wide', async (width, { app }) => {
    const { page } = await open(app, windowOf(width))
    await page.goto('/lists')
    for (const narrow of width < 600 ? [] : [700, 849, 850, 1000]) {
      await page.setViewportSize({ width: narrow, height: 800 })
      const cut = await page.locator('.brand').evaluate((brand) => brand.scrollWidth - brand.clientWidth)
      expect([narrow, cut]).toEqual([narrow, 0])
    }
    if (width < 600) {
      await tabTo(page, 'Menu')
      await page.keyboard.press('Enter')
    }
    for (const name of ['Lists', 'Compare', 'Mods', 'Share a list']) {
      await tabTo(page, name)
      await expect
        .poll(() => page.evaluate(() => Math.ceil(document.activeElement?.getBoundingClientRect().right ?? 0)))
        .toBeLessThanOrEqual(width)
    }
    await expectAccessible(page, 'the open menu')
  })
})
