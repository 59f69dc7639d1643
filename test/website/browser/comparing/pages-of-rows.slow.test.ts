import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { it } from '../../../support/it.ts'
import { makeLists } from '../../../support/requests/forms.ts'
import { describeInBrowser } from '../../../support/website/browser.ts'

const mods = (name: string, count: number) => Array.from({ length: count }, (_, at) => `+${name} ${at}\n`).join('')
const LISTS = {
  'It crashes': { 'modlist.txt': `+SkyUI\n${mods('Old', 1_500)}` },
  'It works': { 'modlist.txt': `+SkyUI\n${mods('New', 850)}` },
}
const PATH = '/compare/it-crashes/it-works'

const countOf = (page: Page) => page.locator('.foot [role=status]').first()
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

describeInBrowser('all rows of a comparison, in pages', (open) => {
  it('keep their ticks from page to page, in the fix link and when they are taken over', async ({ app, api }) => {
    await makeLists(api, LISTS)
    const { page, complaints } = await open(app)
    await page.goto(`${PATH}?all=1`)
    await box(page, 'Old 7').check()
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText('Page 2 of 3').waitFor()
    await expect.poll(() => countOf(page).textContent()).toBe('1 ticked')
    await box(page, 'New 3').check()
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText('Page 3 of 3').waitFor()
    await box(page, 'all mods in this table').check()
    await expect.poll(() => countOf(page).textContent()).toBe('352 ticked') // 350 of this page
    const link = page.url()
    await page.getByRole('button', { name: 'Take over into It crashes' }).click()
    await page.getByText('352 changes from It works').waitFor()
    await page.goBack()
    await expect.poll(() => countOf(page).textContent()).toBe('352 ticked')

    const other = await open(app, { javaScriptEnabled: false })
    await other.page.goto(link.replace('all=3', 'all=1'))
    await expect.poll(() => countOf(other.page).textContent()).toBe('352 ticked')
    await expect.poll(() => box(other.page, 'Old 7').isChecked()).toBe(true)
    await expect.poll(() => other.page.locator('tbody input:checked').count()).toBe(1)
    expect(complaints).toEqual([])
  })

  it('the box of a kind ticks its rows on all pages, and counts them', async ({ app, api }) => {
    await makeLists(api, LISTS)
    const { page } = await open(app)
    await page.goto(`${PATH}?all=1`)
    await box(page, 'Old 7').check()
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText('Page 2 of 3').waitFor()
    const kind = page.getByRole('checkbox', { name: 'all 1500 − only in It crashes' })
    await kind.check()
    await expect.poll(() => countOf(page).textContent()).toBe('1500 ticked')
    await box(page, 'Old 1200').uncheck()
    await expect.poll(() => countOf(page).textContent()).toBe('1499 ticked')
    expect(page.url().length).toBeLessThan(6_000)
    await page.getByRole('link', { name: 'Previous' }).click()
    await page.getByText('Page 1 of 3').waitFor()
    await expect.poll(() => countOf(page).textContent()).toBe('1499 ticked')
    await expect.poll(() => page.locator('tbody tr[data-kinds] input:checked').count()).toBe(1_000)
    await page.goto(`${PATH}?take=mr*`)
    await kind.uncheck()
    await expect.poll(() => countOf(page).textContent()).toBe('0 ticked')
    expect(new URL(page.url()).search).toBe('')
  })

  it('without scripts a button puts the ticks into the address, from which the next page has them', async ({
    app,
    api,
  }) => {
    await makeLists(api, LISTS)
    const { page } = await open(app, { javaScriptEnabled: false })
    await page.goto(`${PATH}?tab=mods&all=1`)
    await box(page, 'Old 7').check()
    await page.getByRole('button', { name: 'Keep ticks in the address' }).click()
    await expect.poll(() => countOf(page).textContent()).toBe('1 ticked')
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText('Page 2 of 3').waitFor()
    await box(page, 'New 3').check()
    await page.getByRole('button', { name: 'Take over into It crashes' }).click()
    await page.getByText('2 changes from It works').waitFor()
  })

  it('a typed filter says that it is of this page, and Enter finds the rows of all pages', async ({ app, api }) => {
    await makeLists(api, LISTS)
    const { page } = await open(app)
    await page.goto(`${PATH}?all=1`)
    const rows = page.locator('tr[data-kinds]:visible')
    await page.getByLabel('Filter mods').pressSequentially('99')
    await expect.poll(() => rows.count()).toBe(19)
    await page.getByText('19 of 1000 shown. Press Enter to search all.').waitFor()
    await page.getByLabel('Filter mods').press('Enter')
    await page.waitForURL(/q=99&all=1$/)
    await expect.poll(() => rows.count()).toBe(24 + 8)
  })
})
