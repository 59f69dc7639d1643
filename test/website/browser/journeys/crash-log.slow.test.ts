import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { NOTHING_STORED, storedRows } from '../../../support/database/stored.ts'
import { it } from '../../../support/it.ts'
import { CRASH_LOGGER } from '../../../support/profiles/logs.ts'
import { makeLists } from '../../../support/requests/forms.ts'
import {
  clicksOn,
  describeInBrowser,
  expectAccessible,
  onFirstScreen,
  WIDTHS,
  windowOf,
} from '../../../support/website/browser.ts'
import { drop, folderWith, rowsOf } from '../../../support/website/choosing-files.ts'

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

const hasNoUnzip = spawnSync('unzip', ['-v']).status !== 0

describeInBrowser('crash logs in a browser', (open) => {
  const unlessSkipped = hasNoUnzip ? it.skip : it
  unlessSkipped.for(WIDTHS)(
    'say what crashed, and lead to a comparison with a list that works and what differs, %i pixels wide',
    async (width, { app, api, db }) => {
      const { page, complaints } = await open(app, windowOf(width))
      const clicks = await clicksOn(page)
      await page.goto('/')
      await page.getByRole('textbox', { name: 'Crash log' }).focus()
      await page.evaluate((text) => navigator.clipboard.writeText(text), CRASH_LOGGER)
      await page.keyboard.press('Control+V')
      await page.getByRole('heading', { name: 'Crashed at skee64.dll+1DAE5', level: 1 }).waitFor()
      expect(clicks()).toBe(0)
      expect(await storedRows(db)).toEqual(NOTHING_STORED)
      await expectAccessible(page, 'a log that is not stored')

      const mods = Array.from({ length: 570 }, (_, at) => `+Mod ${at}`).join('\n')
      await makeLists(api, {
        Long: { 'modlist.txt': mods, [LOG]: CRASH_LOGGER },
        'It works': {
          'plugins.txt': '*Base.esp\r\n*Lux.esp\r\n',
          'loadorder.txt': 'Skyrim.esm\r\nUpdate.esm\r\nccqdrsse001-survivalmode.esl\r\nBase.esp\r\nLux.esp\r\n',
        },
      })
      await page.goto('/lists/long')
      expect(await onFirstScreen(page, '.crash')).toBe(1)
      expect(await onFirstScreen(page, '.rows li')).toBeGreaterThanOrEqual(width === 1280 ? 12 : 1)
      const folder = await folderWith('logs', { [LOG]: CRASH_LOGGER })
      await page.goto('/upload')
      await drop(page, join(folder, LOG), AREA)
      await page.getByText('1 file goes along.').waitFor()
      expect(await rowsOf(page)).toEqual([expect.stringMatching(/^crash-.*\.loggoes along, /)])
      await expect.poll(() => page.getByLabel('Game').inputValue()).toBe('4')
      await expectAccessible(page, 'the form with a log')
      await page.getByLabel('Name', { exact: true }).fill('It crashes')
      await page.getByRole('button', { name: 'Share it' }).click()
      await page.waitForURL('**/lists/it-crashes')

      const crash = page.getByRole('region', { name: 'Crashed at skee64.dll+1DAE5' })
      await crash.getByText('EXCEPTION_ACCESS_VIOLATION').waitFor()
      await crash.getByText('NPC Improvements.esp').waitFor()
      await expectAccessible(page, 'the list of a log')
      await crash.getByRole('link', { name: 'Lux.esp' }).click()
      await page.locator(`:target:has-text("Lux.esp")`).waitFor()
      await page.getByRole('link', { name: 'Compare with…' }).click()
      await page.getByLabel('Second list').fill('it-works')
      await page.getByRole('button', { name: 'Compare' }).click()
      await page.waitForURL('**/compare/it-crashes/it-works')
      await page.goto('/compare/it-works/it-crashes')
      await page.getByLabel('Small.esl').check()
      await page.getByLabel('Base.esp').check()
      await page.getByRole('button', { name: 'Apply to It works', exact: true }).click()
      await page.getByRole('heading', { name: 'Someone suggests 2 changes to It works' }).waitFor()
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download plugins.txt, loadorder.txt' }).click()
      const zip = join(folder, 'merged.zip')
      await (await downloading).saveAs(zip)
      const merged = (name: string) => execFileSync('unzip', ['-p', zip, name]).toString()
      expect(merged('plugins.txt')).toBe('*Small.esl\r\nBase.esp\r\n*Lux.esp\r\n')
      expect(merged('loadorder.txt')).toContain('.esl\r\nSmall.esl\r\nBase.esp\r\nLux.esp\r\n')
      expect(complaints).toEqual([])
    },
  )

  it.for(WIDTHS)(
    'sends personal data in a log only if its sender allows it, %i pixels wide',
    async (width, { app, db }) => {
      const folder = await folderWith('logs', { [LOG]: PERSONAL })
      const { page } = await open(app, windowOf(width))
      await page.goto('/upload')
      await drop(page, folder, AREA)
      await page.getByText(HELD).first().waitFor()
      await page.getByLabel('Name', { exact: true }).fill('Mine')
      await expectAccessible(page, 'the form with personal data')
      await page.getByRole('button', { name: 'Share it' }).click()
      await page.getByText('Choose at least one file, or paste text.').first().waitFor()
      expect(await storedRows(db)).toEqual(NOTHING_STORED)

      await page.getByLabel(LOG).check()
      await page.getByRole('button', { name: 'Share it' }).click()
      await page.waitForURL('**/lists/mine')
      const files = await db.file.findMany()
      expect(files.map(({ cleanName, content }) => [cleanName, Buffer.from(content).toString()])).toEqual([
        [LOG, PERSONAL],
      ])
    },
  )
})
