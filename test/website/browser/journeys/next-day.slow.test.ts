import { expect } from 'vitest'
import { it } from '../../../support/it.ts'
import { makeLists } from '../../../support/requests/forms.ts'
import { clicksOn, describeInBrowser, expectAccessible, WIDTHS, windowOf } from '../../../support/website/browser.ts'
import { fileOf, fillUpload } from '../../../support/website/choosing-files.ts'

describeInBrowser('the next day', (open) => {
  it.for(WIDTHS)(
    'one finds the own list again and publishes a version, %i pixels wide',
    async (width, { app, api }) => {
      await makeLists(api, { 'Of somebody else': { 'modlist.txt': '+SkyUI\n' } })
      const { page, complaints } = await open(app, windowOf(width))
      await page.goto('/upload')
      await fillUpload(page, 'It crashes', '+SkyUI\n')
      await page.getByRole('button', { name: 'Share it' }).click()
      await page.waitForURL('**/lists/it-crashes')

      const clicks = await clicksOn(page)
      await page.goto('/')
      const own = page.getByRole('region', { name: 'Yours' })
      await own.waitFor()
      await expect.poll(() => own.getByRole('link', { name: 'Of somebody else' }).count()).toBe(0)
      await expectAccessible(page, 'the home page with own lists')
      await own.getByRole('link', { name: 'It crashes' }).click()
      await page.getByRole('link', { name: 'Edit', exact: true }).click()
      await page.getByLabel('Choose files').setInputFiles(fileOf('modlist.txt', '+SkyUI\n+Wet and Cold\n'))
      await page.getByLabel('Version').fill('2.0')
      await page.getByLabel('What changed').fill('One more mod')
      await expectAccessible(page, 'the edit page')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('One more mod').waitFor({ state: 'attached' }) // folded on a phone
      await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('It crashes 2.0')
      expect(clicks()).toBe(3)
      const { body } = await api.get('/v1/lists/it-crashes/files/modlist.txt').expect(200)
      expect(body.data.content).toEqual(['+SkyUI', '+Wet and Cold'])

      const stranger = await open(app, windowOf(width))
      await stranger.page.goto('/lists/it-crashes')
      expect(await stranger.page.getByRole('link', { name: 'Edit', exact: true }).isVisible()).toBe(false)
      await stranger.page.goto('/')
      expect(await stranger.page.getByRole('region', { name: 'Yours' }).isVisible()).toBe(false)
      expect([...complaints, ...stranger.complaints]).toEqual([])
    },
  )
})
