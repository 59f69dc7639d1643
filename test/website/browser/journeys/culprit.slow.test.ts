import { execFileSync, spawnSync } from 'node:child_process'
import { expect, vi } from 'vitest'
import { it } from '../../../support/indexing.ts'
import { CRASHING, startGame, WORKING } from '../../../support/profiles/crashing-pair.ts'
import { makeLists } from '../../../support/requests/forms.ts'
import { describeInBrowser, expectAccessible, WIDTHS, windowOf } from '../../../support/website/browser.ts'

vi.setConfig({ testTimeout: 120_000 })
const hasNoUnzip = spawnSync('unzip', ['-v']).status !== 0

describeInBrowser('a modder who looks for the culprit', (open) => {
  const unlessSkipped = hasNoUnzip ? it.skip : it
  unlessSkipped.for(WIDTHS)(
    'finds the change by downloads and buttons alone, without JavaScript, %i pixels wide',
    async (width, { app, api, indexMods }) => {
      await makeLists(api, { 'It works': WORKING, 'It crashes': CRASHING })
      await indexMods()
      const { page, complaints } = await open(app, { ...windowOf(width), javaScriptEnabled: false })
      await page.goto('/compare/it-works/it-crashes')
      await page.getByRole('link', { name: 'Find the culprit' }).click()
      await page.getByRole('link', { name: 'It crashes crashes' }).click()
      await page.getByText('Needed by everything').click()
      await page.getByLabel('Always take New 5').check()
      await page.getByRole('button', { name: 'Begin with these' }).click()
      const game = startGame('New 5', 'New 29')
      const links: string[] = []
      while (await page.getByRole('button', { name: 'It crashed' }).isVisible()) {
        links.push(page.url())
        const arriving = page.waitForEvent('download')
        await page.getByRole('link', { name: 'Download' }).click()
        const zip = await (await arriving).path()
        const result = game(execFileSync('unzip', ['-p', zip, 'modlist.txt'], { encoding: 'utf8' }))
        await page.getByRole('button', { name: result === 'crashes' ? 'It crashed' : 'It worked' }).click()
      }
      expect(links.length).toBeLessThanOrEqual(10)
      await expect.poll(() => page.getByRole('heading', { name: 'It is New 29' }).isVisible()).toBe(true)
      await expect.poll(() => page.getByRole('link', { name: 'Download my list without it' }).isVisible()).toBe(true)
      await page.getByRole('link', { name: 'Undo the last answer' }).click()
      await expect.poll(() => page.url()).toBe(links.at(-1))
      await page.goBack()
      await expect.poll(() => page.getByText('With it, it crashed').isVisible()).toBe(true)
      expect(complaints).toEqual([])

      // With JavaScript, which axe needs.
      const checked = await open(app, windowOf(width))
      for (const query of ['', '?answers=1', '?answers=1wcccwcccc']) {
        await checked.page.goto(`/compare/it-works/it-crashes/culprit${query}`)
        await expectAccessible(checked.page, `the page ${query}`)
      }
    },
  )
})
