import { expect } from 'vitest'
import { it } from '../../../support/it.ts'
import { makeLists } from '../../../support/requests/forms.ts'
import { describeInBrowser, expectAccessible } from '../../../support/website/browser.ts'

const LISTS = {
  'It crashes': { 'modlist.txt': '+Moved\r\n+SkyUI\r\n-Campfire\r\n-Old\r\n+SKSE\r\n' },
  'It works': { 'modlist.txt': '+Wet and Cold\n+SkyUI\n+Moved\n+Frostfall\n+Campfire\n+Sounds\n+SKSE\n' },
}
const viewport = { width: 320, height: 700 }

describeInBrowser('taking changes over in a browser', (open) => {
  it('changes are chosen, counted, and downloaded with the keyboard alone', async ({ app, api }) => {
    await makeLists(api, LISTS)
    const { page, complaints } = await open(app, { bypassCSP: true, viewport })
    await page.goto('/compare/it-crashes/it-works')
    const count = page.getByRole('main').getByText(/chosen$/)
    await expect.poll(() => count.textContent()).toBe('0 changes chosen')
    await page.getByLabel('all 3 added').press('Space')
    await expect.poll(() => count.textContent()).toBe('3 changes chosen')
    expect(await page.getByLabel('Frostfall').isChecked()).toBe(true)
    await page.getByLabel('Sounds').press('Space')
    await expect.poll(() => count.textContent()).toBe('2 changes chosen')
    await page.getByLabel('Campfire', { exact: true }).press('Space')
    expect(await page.getByRole('heading', { name: 'Added (3)', exact: true }).count()).toBe(1)
    await expectAccessible(page, 'the comparison')
    await page.getByRole('button', { name: 'Take over' }).press('Enter')
    await page.getByRole('heading', { name: 'Take over into It crashes' }).waitFor()
    await expectAccessible(page, 'the page about the files')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).press('Enter')
    expect((await download).suggestedFilename()).toBe('it-crashes-merged.zip')
    expect(complaints).toEqual([])
  })

  it('without JavaScript, the box of a heading chooses all changes under it', async ({ app, api }) => {
    await makeLists(api, LISTS)
    const { page } = await open(app, { javaScriptEnabled: false, viewport })
    await page.goto('/compare/it-crashes/it-works')
    await page.getByLabel('all 3 added').check()
    await page.getByRole('button', { name: 'Take over' }).click()
    await page.getByRole('heading', { name: 'Install first (3)' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('it-crashes-merged.zip')
    await page.getByRole('link', { name: 'Back to the comparison' }).click()
    await page.getByRole('link', { name: 'Take over into It works instead' }).click()
    await page.waitForURL('/compare/it-works/it-crashes')
  })

  it('copies a list as text', async ({ app, api }) => {
    await makeLists(api, LISTS)
    const { page, complaints } = await open(app)
    await page.goto('/lists/it-crashes')
    await page.getByRole('link', { name: 'Copy as text' }).click()
    await page.getByText('Copied.').waitFor()
    expect(complaints).toEqual([])
  })
})
