import { expect } from 'vitest'
import { it } from '../../../support/it.ts'
import { fillList, makeLists } from '../../../support/requests/forms.ts'
import { describeInBrowser, expectAccessible } from '../../../support/website/browser.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'

describeInBrowser('a fix link in a browser', (open) => {
  it('names what no longer fits after a list has changed, keeps the rest, and takes it over', async ({ app, api }) => {
    await makeLists(api, { 'It crashes': { 'modlist.txt': '+SkyUI\n-Campfire\n' } })
    const works = { 'modlist.txt': `+SkyUI\n+Campfire\n+Frostfall\n+Wet and Cold\n+${HOSTILE}\n` }
    const made = await fillList(api.post('/v1/lists'), { name: 'It works' }, works).expect(201)
    const helper = await open(app, { permissions: ['clipboard-read', 'clipboard-write'] })
    await helper.page.goto('/compare/it-crashes/it-works')
    await helper.page.getByLabel('all mods in this table').check()
    await helper.page.getByLabel('Campfire').uncheck()
    await helper.page.getByRole('button', { name: 'Copy fix link' }).click()
    await helper.page.getByText('Copied.').waitFor()
    const link = await helper.page.evaluate(() => navigator.clipboard.readText())

    const update = api.put('/v1/lists/it-works').set('Authorization', `Bearer ${made.headers['owner-key']}`)
    const changed = { 'modlist.txt': '+SkyUI\n+Campfire\n+Frostfall\n+Later\n' }
    await fillList(update, { name: 'It works' }, changed).expect(200)

    for (const javaScriptEnabled of [true, false]) {
      const { page, complaints } = await open(app, { bypassCSP: true, javaScriptEnabled })
      await page.goto(link)
      const notes = page.locator('.notes')
      await expect
        .poll(() => notes.innerText())
        .toContain('2 ticked changes of the link no longer fit. 1 row is ticked.')
      await expect.poll(() => notes.locator('li').allInnerTexts()).toEqual(['Wet and Cold', HOSTILE])
      const ticked = page.locator('tbody input:checked')
      expect(await ticked.evaluateAll((boxes) => boxes.map((box) => box.ariaLabel))).toEqual(['Frostfall'])
      if (javaScriptEnabled) await expectAccessible(page, 'a fix link of lists that have changed')
      await page.getByRole('button', { name: 'Take over' }).click()
      await page.getByText('1 change from It works.').waitFor()
      await page.goBack()
      await expect.poll(() => ticked.count()).toBe(1)
      expect(complaints).toEqual([])
    }
  })
})
