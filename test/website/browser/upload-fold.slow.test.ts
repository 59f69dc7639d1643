import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { describeInBrowser } from '../../support/website/browser.ts'
import { folderWith } from '../../support/website/choosing-files.ts'

const MODS = Array.from({ length: 30 }, (_, at) => `+Mod ${at}\r\n`).join('')
const PROFILE = {
  'modlist.txt': `${MODS}-Base_separator\r\n`,
  'plugins.txt': '*Skyrim.esm\r\n*SkyUI_SE.esp\r\n',
  'skyrim.ini': '[General]\r\n',
  'readme.md': 'x',
}

describeInBrowser('choosing files in a browser', (open) => {
  it('folds the drop place to one line and the files below it, with the button in sight', async ({ app, db }) => {
    const { page, complaints } = await open(app, { viewport: { width: 390, height: 800 } })
    await page.goto('/upload')
    await page.getByLabel('Folder').focus()
    await page.getByLabel('Folder').setInputFiles(await folderWith('Wildlander', PROFILE))
    const line = page.getByText('Wildlander: 3 files, 30 mods, 2 plugins, TESV Skyrim SE', { exact: true })
    await line.waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(await line.textContent())
    expect(await page.getByLabel('Folder').isVisible()).toBe(false)
    expect(await page.getByRole('table').isVisible()).toBe(false)
    const button = await page.getByRole('button', { name: 'Upload' }).boundingBox()
    expect((button?.y ?? 800) + (button?.height ?? 0)).toBeLessThanOrEqual(800)

    await page.getByText('What will be uploaded', { exact: true }).click()
    await expect
      .poll(() => page.getByRole('row').nth(1).textContent())
      .toBe("readme.mdskipped: not one of a profile's text files")
    await page.getByLabel('skyrim.ini').uncheck()
    await page.getByText('Wildlander: 2 files, 30 mods, 2 plugins, TESV Skyrim SE', { exact: true }).click()
    await expect.poll(() => page.getByLabel('Folder').isVisible()).toBe(true)
    expect([await db.list.count(), complaints]).toEqual([0, []])
  })

  it('ends with a large link, its copy button beside it, and what to do next', async ({ app }) => {
    const { page, complaints } = await open(app)
    await page.goto('/upload')
    await page.getByLabel('Folder').setInputFiles(await folderWith('Wildlander', PROFILE))
    await page.getByText(/^Wildlander: 3 files/).waitFor()
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.waitForURL('**/lists/wildlander')
    const notice = page.getByRole('complementary', { name: 'Your shared list' })
    const [link, copy] = await Promise.all([
      notice.getByText(/\/lists\/wildlander$/).boundingBox(),
      notice.getByRole('button', { name: 'Copy link' }).boundingBox(),
    ])
    expect(copy?.x).toBeGreaterThan((link?.x ?? 0) + (link?.width ?? 0))
    expect(Math.abs((copy?.y ?? 0) - (link?.y ?? 0))).toBeLessThan(copy?.height ?? 0)
    await notice.getByRole('link', { name: 'Compare it now' }).click()
    await expect.poll(() => page.getByLabel('First list').inputValue()).toBe('wildlander')
    expect(complaints).toEqual([])
  })
})
