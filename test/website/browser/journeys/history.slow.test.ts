import { expect } from 'vitest'
import { it } from '../../../support/it.ts'
import { describeInBrowser, expectAccessible, WIDTHS, windowOf } from '../../../support/website/browser.ts'
import { fileOf, fillUpload } from '../../../support/website/choosing-files.ts'
import { serveAtLocalhost, signInAs } from '../../../support/website/signed-in.ts'

describeInBrowser('the history of an author', (open) => {
  it.for(WIDTHS)(
    'has each version, compares two, and restores one, %i pixels wide',
    async (width, { api, catalog }) => {
      const { page, complaints } = await open(await serveAtLocalhost(catalog), windowOf(width))
      await signInAs(page, catalog, 'Ann')
      await page.goto('/upload')
      await fillUpload(page, 'Mine', '+SkyUI\n')
      await page.getByRole('button', { name: 'Share it' }).click()
      await page.waitForURL('**/lists/mine')
      for (const [mods, note] of [
        ['+SkyUI\n+Frostfall\n', 'With Frostfall'],
        ['+Campfire\n', 'All anew'],
      ] as const) {
        await page.getByRole('link', { name: 'Edit', exact: true }).click()
        await page.getByLabel('Choose files').setInputFiles(fileOf('modlist.txt', mods))
        await page.getByLabel('What changed').fill(note)
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByText(note).waitFor({ state: 'attached' }) // folded on a phone
      }

      await page
        .getByRole('link', { name: /^History/ })
        .first()
        .click()
      await page.waitForURL('**/lists/mine/history')
      for (const text of ['All anew', 'With Frostfall', '3 versions']) await page.getByText(text).first().waitFor()
      await expectAccessible(page, 'the history')
      await page.locator('#revision-3').getByRole('link', { name: 'Compare with version 2' }).click()
      await page.waitForURL('**/compare/mine@2/mine@3')
      await page.getByRole('rowheader', { name: 'Campfire' }).or(page.getByText('Campfire')).first().waitFor()
      await page.goBack()
      await page.locator('#revision-2 summary').click()
      await page.locator('#revision-2').getByRole('link', { name: 'Restore version 2' }).click()
      await page.waitForURL('**/lists/mine/restore/2')
      await expectAccessible(page, 'the page that restores a version')
      await page.getByRole('button', { name: 'Restore' }).click()
      await page.waitForURL('**/lists/mine')
      const { body } = await api.get('/v1/lists/mine/files/modlist.txt').expect(200)
      expect(body.data.content).toEqual(['+SkyUI', '+Frostfall'])
      const { body: revisions } = await api.get('/v1/lists/mine/revisions').expect(200)
      expect(revisions.data.map(({ note }: { note: string | null }) => note)).toEqual([
        'Restores version 2.',
        'All anew',
        'With Frostfall',
        null,
      ])
      expect(complaints).toEqual([])
    },
  )
})
