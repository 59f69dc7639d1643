import { expect } from 'vitest'
import { openDatabase } from '../../../src/db/client.ts'
import { startProxy } from '../../support/database/servers/proxy.ts'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { serve } from '../../support/requests/wire.ts'
import { describeInBrowser } from '../../support/website/browser.ts'

describeInBrowser('forms that are sent while the database is unavailable', (open) => {
  it('forms store nothing, and keep what was typed, while the database is unavailable', async ({ catalog, url }) => {
    const proxy = await startProxy(url)
    const db = openDatabase(proxy.url)
    const port = await serve({ ...catalog, db })
    const { page } = await open(`http://127.0.0.1:${port}`, { javaScriptEnabled: false })
    const isAway = async () => {
      await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Not available right now')
      await expect.poll(() => page.getByText('Go back in your browser').isVisible()).toBe(true)
      await expect.poll(() => page.getByText(/^Try again in \d+ seconds?\.$/).isVisible()).toBe(true)
    }

    await page.goto('/upload')
    await page.getByLabel('Name', { exact: true }).fill('My profile')
    await page.getByLabel('Game').selectOption('TESV Skyrim SE')
    await page.getByLabel('Description').fill('As typed')
    await page.getByText('Or paste text').click()
    await page.getByLabel('Text', { exact: true }).fill('+Sky UI')
    proxy.cut()
    await page.getByRole('button', { name: 'Upload' }).click()
    await isAway()
    expect(await storedRows(catalog.db)).toEqual(NOTHING_STORED)

    await proxy.join()
    await page.goBack()
    for (const [name, value] of Object.entries({ Name: 'My profile', Description: 'As typed', Text: '+Sky UI' })) {
      expect([name, await page.getByLabel(name, { exact: true }).inputValue()]).toEqual([name, value])
    }
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.waitForURL('**/lists/my-profile')
    const key = (await page.getByText(/^mlk_/).textContent()) ?? ''
    const stored = await storedRows(catalog.db)
    expect(stored.lists).toMatchObject([{ name: 'My profile', description: 'As typed' }])

    await page.goto('/lists/my-profile/edit')
    await page.getByLabel('Owner key').fill(key)
    await page.getByLabel('Description').fill('Changed')
    proxy.cut()
    await page.getByRole('button', { name: 'Save' }).click()
    await isAway()
    expect(await storedRows(catalog.db)).toEqual(stored)

    await proxy.join()
    await page.goBack()
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('Changed')
    await page.getByLabel('Owner key').fill(key)
    proxy.cut()
    await page.getByRole('button', { name: 'Delete list' }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await isAway()
    expect(await storedRows(catalog.db)).toEqual(stored)
    await db.$disconnect()
  })
})
