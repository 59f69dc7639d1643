import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { CRASH_LOGGER } from '../../support/profiles/logs.ts'
import { makeLists } from '../../support/requests/forms.ts'
import { describeInBrowser, expectAccessible } from '../../support/website/browser.ts'
import { drop, folderWith, rowsOf } from '../../support/website/choosing-files.ts'

const LOG = 'crash-2023-12-10-13-03-48.log'
const AREA = 'Drop your profile’s folder here'

const SECRETS = [
  'Computer Name: ANNS-PC',
  'connected to 203.0.113.7',
  'Authorization: Bearer abcdef1234567890',
  'loaded C:\\Users\\ann lee\\x.dll',
]
const PERSONAL = `${CRASH_LOGGER}\n${SECRETS.join('\n')}\n`
const HELD =
  /your computer's name, an access token, an IP address,? and a path with a user's name \(C:\\Users\\ann lee\)/

const paste = async (page: Page, text: string) => {
  await page.getByText('Or paste text').click()
  await page.getByLabel('Text', { exact: true }).fill(text)
}

/** The ways in which a log gets into the form, and how its sender allows it. */
const WAYS: readonly [way: string, choose: (page: Page, folder: string) => Promise<void>, name: string][] = [
  ['dropped', (page, folder) => drop(page, join(folder, LOG), AREA), LOG],
  ['dropped in a folder', (page, folder) => drop(page, folder, AREA), LOG],
  ['chosen', (page, folder) => page.getByLabel('Files').setInputFiles(join(folder, LOG)), LOG],
  ['chosen in a folder', (page, folder) => page.getByLabel('Folder').setInputFiles(folder), LOG],
  ['pasted', (page) => paste(page, PERSONAL), 'crash.log'],
]

const hasNoUnzip = spawnSync('unzip', ['-v']).status !== 0

describeInBrowser('crash logs in a browser', (open) => {
  it.skipIf(hasNoUnzip)(
    'one drops a log alone, sees what crashed, compares it with a list that works, and takes over what differs',
    async ({ app, api }) => {
      await makeLists(api, {
        'It works': {
          'plugins.txt': '*Base.esp\r\n*Lux.esp\r\n',
          'loadorder.txt': 'Skyrim.esm\r\nUpdate.esm\r\nccqdrsse001-survivalmode.esl\r\nBase.esp\r\nLux.esp\r\n',
        },
      })
      const folder = await folderWith('logs', { [LOG]: CRASH_LOGGER })
      const { page, complaints } = await open(app, { bypassCSP: true })
      await page.goto('/upload')
      await drop(page, join(folder, LOG), AREA)
      await page.getByText(`1 file will be uploaded. ${LOG}: 5 plugins, crashed at skee64.dll+1DAE5.`).waitFor()
      expect(await rowsOf(page)).toEqual([expect.stringMatching(/^crash-.*\.logwill be uploaded, /)])
      await expect.poll(() => page.getByLabel('Game').inputValue()).toBe('4')
      await expectAccessible(page, 'the form with a log')
      await page.getByLabel('Name', { exact: true }).fill('It crashes')
      await page.getByRole('button', { name: 'Upload' }).click()
      await page.waitForURL('**/lists/it-crashes')

      const crash = page.locator('#crash')
      await expect.poll(() => crash.getByText('EXCEPTION_ACCESS_VIOLATION at skee64.dll+1DAE5').isVisible()).toBe(true)
      await expect.poll(() => crash.getByRole('link').allTextContents()).toEqual(['Lux.esp'])
      await expect.poll(() => crash.getByText('NPC Improvements.esp').isVisible()).toBe(true)
      await crash.getByRole('link', { name: 'Lux.esp' }).click()
      await page.locator(`li:target:has-text("Lux.esp")`).waitFor()
      await page.goBack()
      await page.getByLabel('Compare with a list that works').fill('it-works')
      await crash.getByRole('button', { name: 'Compare' }).click()
      await page.waitForURL('**/compare/it-works/it-crashes')
      await page.getByRole('heading', { name: 'It works → It crashes' }).waitFor()
      await page.getByLabel('Small.esl').check()
      await page.getByLabel('Base.esp').check()
      await page.getByRole('button', { name: 'Take over into It works' }).click()
      await page.getByRole('heading', { name: 'Take over into It works' }).waitFor()
      await page.getByText('2 changes from It crashes').waitFor()
      await page.getByText('They change plugins.txt, loadorder.txt.').waitFor()
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download' }).click()
      const zip = join(folder, 'merged.zip')
      await (await downloading).saveAs(zip)
      const merged = (name: string) => execFileSync('unzip', ['-p', zip, name]).toString()
      expect(merged('plugins.txt')).toBe('*Small.esl\r\nBase.esp\r\n*Lux.esp\r\n')
      expect(merged('loadorder.txt')).toContain('.esl\r\nSmall.esl\r\nBase.esp\r\nLux.esp\r\n')
      expect(complaints).toEqual([])
    },
  )

  it.for(WAYS)(
    'personal data in a log that is %s is named, and sent only if its sender allows it',
    async ([, choose, name], { app, db }) => {
      const folder = await folderWith('logs', { [LOG]: PERSONAL })
      const { page } = await open(app, { bypassCSP: true })
      await page.goto('/upload')
      await choose(page, folder)
      await page.getByText(HELD).first().waitFor()
      await page.getByText(`${name}: 5 plugins, crashed at skee64.dll+1DAE5.`).waitFor()
      await page.getByLabel('Name', { exact: true }).fill('Mine')
      await expect.poll(() => page.getByLabel('Game').inputValue()).toBe('4')
      await expectAccessible(page, 'the form with personal data')
      await page.getByRole('button', { name: 'Upload' }).click()
      await page
        .getByText(/Choose at least one file, or paste text\.|Tick the box to upload it anyway\./)
        .first()
        .waitFor()
      expect(await storedRows(db)).toEqual(NOTHING_STORED)

      await page.getByLabel(name === LOG ? LOG : /^Upload the text although it holds/).check()
      await page.getByRole('button', { name: 'Upload' }).click()
      await page.waitForURL('**/lists/mine')
      const files = await db.file.findMany()
      expect(files.map(({ cleanName, content }) => [cleanName, Buffer.from(content).toString()])).toEqual([
        [name, PERSONAL],
      ])
      for (const path of ['/lists/mine', '/lists/mine?tab=files', '/lists/mine/history']) {
        await page.goto(path)
        const html = await page.content()
        for (const secret of ['ANNS-PC', '203.0.113.7', 'abcdef1234567890', 'ann lee'])
          expect.soft(html, path).not.toContain(secret)
      }
    },
  )

  it('without JavaScript, a log with personal data is stored only after its sender ticks a box', async ({
    app,
    db,
  }) => {
    const { page } = await open(app, { javaScriptEnabled: false, bypassCSP: true })
    await page.goto('/upload')
    await page.getByText('Or paste text').click()
    await page.getByLabel('Text', { exact: true }).fill(PERSONAL)
    await page.getByLabel('Name', { exact: true }).fill('Mine')
    await page.getByLabel('Game').selectOption('4')
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByRole('link', { name: HELD }).waitFor()
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
    await page.getByLabel('Upload files with personal data').check()
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.waitForURL('**/lists/mine')
    expect((await db.file.findMany()).map(({ cleanName }) => cleanName)).toEqual(['crash.log'])
  })

  it('a log stays behind if it has personal data, and the other files of its folder are sent', async ({ app, db }) => {
    const folder = await folderWith('logs', { [LOG]: PERSONAL, 'plugins.txt': '*A.esp\r\n' })
    const { page } = await open(app)
    await page.goto('/upload')
    await page.getByLabel('Folder').setInputFiles(folder)
    await page.getByText('1 of 2 files will be uploaded, 1 skipped.').waitFor()
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.waitForURL('**/lists/logs')
    const files = await db.file.findMany()
    expect(files.map(({ cleanName, content }) => [cleanName, Buffer.from(content).toString()])).toEqual([
      ['plugins.txt', '*A.esp\r\n'],
    ])
  })

  it('a log that is pasted into the edit page is sent only if its sender allows it, too', async ({ app, api, db }) => {
    await makeLists(api, { Mine: { 'plugins.txt': '*A.esp\r\n' } })
    const before = await storedRows(db)
    const { page } = await open(app)
    await page.goto('/lists/mine/edit')
    await paste(page, PERSONAL)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/Tick the box to upload it anyway\./).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('checkbox')
    expect(await storedRows(db)).toEqual(before)
    await page.getByLabel('Text', { exact: true }).fill(CRASH_LOGGER)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The owner key is needed').first().waitFor()
  })

  it('a folder with a log is compared with a list of a log: the crash first, and a tab of the DLLs', async ({
    app,
    api,
  }) => {
    await makeLists(api, {
      'It works': { 'a.log': CRASH_LOGGER.replace('CrashLogger.dll v1.11.1', 'CrashLogger.dll v1.12.0') },
    })
    const { page, complaints } = await open(app)
    await page.goto('/compare?list1=it-works')
    await page.getByLabel('folder on this computer').setInputFiles(await folderWith('Mine', { [LOG]: PERSONAL }))
    const crash = page.locator('#folder-changes #crash')
    await expect.poll(() => crash.innerText()).toMatch(/^Crash\s+Crashes at the same place: skee64\.dll\+1DAE5$/)
    await page.getByRole('link', { name: 'DLLs 1' }).click()
    await expect
      .poll(() => page.locator('tbody tr').allInnerTexts())
      .toEqual([expect.stringMatching(/^updated\s+CrashLogger\.dll\s+1\.12\.0\s+1\.11\.1$/)])
    for (const tab of ['Files 2', 'Plugins 0']) {
      await page.getByRole('link', { name: tab }).click()
      const html = await page.content()
      for (const secret of ['ANNS-PC', '203.0.113.7', 'ann lee']) expect.soft(html, tab).not.toContain(secret)
    }
    expect(complaints).toEqual([])
  })
})
