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
    const count = page.locator('.foot [role=status]').first()
    await expect.poll(() => count.textContent()).toBe('0 ticked')
    await page.getByLabel('all mods in this table').press('Space')
    await expect.poll(() => count.textContent()).toBe('6 ticked')
    await expect.poll(() => page.getByLabel('Frostfall').isChecked()).toBe(true)
    await page.getByLabel('Sounds').press('Space')
    await page.getByLabel('Old', { exact: true }).press('Space')
    await expect.poll(() => count.textContent()).toBe('4 ticked')
    await expectAccessible(page, 'the comparison')
    await page.getByRole('button', { name: 'Take over' }).press('Enter')
    await page.getByRole('heading', { name: 'Take over into It crashes' }).waitFor()
    await expectAccessible(page, 'the page about the files')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).press('Enter')
    expect((await download).suggestedFilename()).toBe('it-crashes-merged.zip')
    await page.goBack()
    await expect.poll(() => page.locator('tbody input:checked').count()).toBe(4)
    expect(complaints).toEqual([])
  })

  it('a fix link opens its ticks in another browser, and ticks of all tabs add up', async ({ app, api }) => {
    await makeLists(api, {
      'It crashes': { ...LISTS['It crashes'], 'plugins.txt': '*A.esp\n' },
      'It works': { ...LISTS['It works'], 'plugins.txt': '*A.esp\n*B.esp\n' },
    })
    const { page } = await open(app)
    await page.goto('/compare/it-crashes/it-works')
    await page.getByLabel('Frostfall').check()
    await page.getByRole('link', { name: 'Plugins' }).click()
    const count = page.locator('.foot [role=status]').first()
    await expect.poll(() => count.textContent()).toBe('1 ticked')
    await page.getByLabel('B.esp').check()
    await expect.poll(() => count.textContent()).toBe('2 ticked')
    const link = page.url()
    const other = await open(app, { javaScriptEnabled: false })
    await other.page.goto(link)
    await expect.poll(() => other.page.getByLabel('B.esp').isChecked()).toBe(true)
    await other.page.getByRole('link', { name: 'Mods 6' }).click()
    await expect.poll(() => other.page.getByLabel('Frostfall').isChecked()).toBe(true)
    await other.page.getByRole('button', { name: 'Take over' }).click()
    await expect.poll(() => other.page.getByText('2 changes from It works').isVisible()).toBe(true)
  })

  it('saves ticked changes as a new version in the browser that has the key, and hides it from others', async ({
    app,
    api,
  }) => {
    await makeLists(api, { 'It works': LISTS['It works'] })
    const { page, complaints } = await open(app)
    await page.goto('/upload')
    await page.getByLabel('Name').fill('It crashes')
    await page.getByLabel('Game').selectOption({ label: 'TESV Skyrim SE' })
    await page.getByLabel('Files').setInputFiles({
      name: 'modlist.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(LISTS['It crashes']['modlist.txt']),
    })
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.waitForURL('/lists/it-crashes')
    await page.goto('/compare/it-crashes/it-works')
    await page.getByLabel('Campfire').check()
    await page.getByRole('button', { name: 'Take over' }).click()
    await page.getByText('Save as a new version').first().click()
    await page.getByLabel('What changed').fill('Campfire is on')
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    await page.waitForURL('/lists/it-crashes')
    await expect.poll(() => page.getByText('Campfire is on').isVisible()).toBe(true)
    await expect.poll(() => page.getByRole('link', { name: 'Edit' }).isVisible()).toBe(true)

    const stranger = await open(app)
    await stranger.page.goto('/lists/it-crashes')
    expect(await stranger.page.getByRole('link', { name: 'Edit', exact: true }).isVisible()).toBe(false)
    expect(complaints).toEqual([])
  })

  it('without JavaScript, the box of the head chooses all changes of the table', async ({ app, api }) => {
    await makeLists(api, LISTS)
    const { page } = await open(app, { javaScriptEnabled: false, viewport })
    await page.goto('/compare/it-crashes/it-works?kind=added')
    for (const name of ['Frostfall', 'Sounds', 'Wet and Cold']) await page.getByLabel(name).check()
    await page.getByRole('button', { name: 'Take over' }).click()
    await page.getByRole('heading', { name: 'Install first (3)' }).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('it-crashes-merged.zip')
    await page.getByRole('link', { name: 'Back to the comparison' }).click()
    await expect.poll(() => page.locator('tbody input:checked').count()).toBe(3)
    await page.goto('/compare/it-crashes/it-works')
    await page.getByLabel('all mods in this table').check()
    await page.getByRole('button', { name: 'Take over' }).click()
    await expect.poll(() => page.getByText('6 changes from It works').isVisible()).toBe(true)
  })

  it('copies a list as text', async ({ app, api }) => {
    await makeLists(api, LISTS)
    const { page, complaints } = await open(app, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto('/lists/it-crashes')
    await page.getByText('Export…').click()
    await page.getByRole('link', { name: 'Copy as text' }).click()
    await page.getByText('Copied.').waitFor()
    const text = await page.request.get('/v1/lists/it-crashes/load-order.txt')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await text.text())
    expect(complaints).toEqual([])
  })
})
