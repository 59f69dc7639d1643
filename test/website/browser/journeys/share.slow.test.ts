import { zipSync } from 'fflate'
import { expect } from 'vitest'
import { it } from '../../../support/it.ts'
import {
  clicksOn,
  copiedOn,
  describeInBrowser,
  expectAccessible,
  onFirstScreen,
  WIDTHS,
  windowOf,
} from '../../../support/website/browser.ts'
import { drop, fileOf, folderWith, rowsOf } from '../../../support/website/choosing-files.ts'

/** A profile by which the form guesses the game, and files that it leaves out or asks about. */
const PROFILE = {
  'modlist.txt': '+SkyUI\r\n-Campfire\r\n',
  'plugins.txt': '*SkyUI_SE.esp\r\n',
  'skyrimprefs.ini': '[Display]\r\niSize W=1920\r\n',
  'skyrimcustom.ini': '[General]\r\nsLocalSavePath=C:\\Users\\ann lee\\Saves\r\n',
  'notes.txt': 'C:\\Users\\ann lee\\Downloads\r\n',
  'SkyUI_SE.esp': Buffer.from([0x54, 0x45, 0x53, 0x34, 0, 0, 0]),
}

describeInBrowser('sharing a list', (open) => {
  it.for(WIDTHS)('from a dropped folder to the copied link, %i pixels wide', async (width, { app, api, db }) => {
    const { page, origin, complaints } = await open(app, windowOf(width))
    const clicks = await clicksOn(page)
    await page.goto('/')
    await drop(page, await folderWith('It crashes', PROFILE), 'Drop your profile')
    await expect.poll(async () => (await rowsOf(page)).length).toBe(5)
    expect((await rowsOf(page)).filter((row) => row.includes('goes along')).length).toBe(3)
    expect(await db.list.count()).toBe(0)
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('It crashes')
    await expect.poll(() => page.getByLabel('Game').inputValue()).toBe('4')
    await page.getByText('1 file stays here').waitFor()
    expect(await onFirstScreen(page, '#name, #game, #description, .bar [type=submit]')).toBe(4)
    await expectAccessible(page, 'the form with the files of a folder')
    await page.getByRole('button', { name: 'Share it' }).click()
    await page.waitForURL('**/lists/it-crashes')
    await page.getByRole('button', { name: 'Copy link' }).first().click()
    await expect.poll(() => copiedOn(page)).toBe(`${origin}/lists/it-crashes`)
    expect(clicks()).toBe(2)
    await expectAccessible(page, 'the list that was shared')
    await page.goto('/')
    await expectAccessible(page, 'the home page')

    const { body } = await api.get('/v1/lists/it-crashes').expect(200)
    const names = body.data.files.map(({ clean_name }: { clean_name: string }) => clean_name)
    expect(names.toSorted()).toEqual(['modlist.txt', 'plugins.txt', 'skyrimprefs.ini'])
    expect(complaints).toEqual([])
  })

  it('of a pack, names of jar files, and a list of names that stays text', async ({ app, api }) => {
    const { page } = await open(app)
    await page.goto('/upload')
    const index = JSON.stringify({ game: 'minecraft', files: [{ path: 'mods/sodium-fabric-0.5.3.jar' }] })
    const pack = Buffer.from(
      zipSync({ 'modrinth.index.json': Buffer.from(index), 'overrides/x.txt': Buffer.from('x') }),
    )
    await page.getByLabel('Choose files').setInputFiles([fileOf('a.mrpack', pack), fileOf('b-1.0.jar')])
    await expect
      .poll(() => rowsOf(page))
      .toEqual([expect.stringMatching(/^modrinth.index.jsongoes along/), expect.stringMatching(/^mods.txtgoes along/)])
    await page.getByText('Or paste text').click()
    await page.getByLabel('Text', { exact: true }).fill('A 1.0\nB 1.1\nC v2\nD\nE')
    await page.getByText('Read as 5 mods, from a text.').waitFor()
    await page.getByRole('button', { name: 'Keep as text' }).click()
    await expect.poll(() => page.getByText('Read as 5 mods').count()).toBe(0)
    await page.getByLabel('Name', { exact: true }).fill('Pack')
    await page.getByLabel('Game').selectOption('4')
    await page.getByRole('button', { name: 'Share it' }).click()
    await page.waitForURL('**/lists/pack')
    const { body } = await api.get('/v1/lists/pack').expect(200)
    expect(body.data.files).toMatchObject([
      { clean_name: 'modrinth.index.json', content: [index] },
      { clean_name: 'mods.txt', content: ['b-1.0.jar'] },
      { clean_name: 'text.txt' },
    ])
  })

  it('of files alone on a phone, which has no folders', async ({ app }) => {
    const { page } = await open(app, { ...windowOf(390), hasTouch: true, isMobile: true })
    await page.goto('/upload')
    await page.getByText('Choose files', { exact: true }).waitFor()
    expect(await page.getByText('Choose the folder').isVisible()).toBe(false)
  })

  it.for(WIDTHS)('without JavaScript, to the page with the owner key, %i pixels wide', async (width, { app, db }) => {
    const { page } = await open(app, { ...windowOf(width), javaScriptEnabled: false })
    await page.goto('/upload')
    await page.getByLabel('Choose files').setInputFiles(fileOf('modlist.txt', '+SkyUI\n'))
    await page.getByRole('button', { name: 'Share it' }).click()
    await page.getByText('The name field is required.').first().waitFor()
    expect(await db.list.count()).toBe(0)
    await page.getByLabel('Name', { exact: true }).fill('By hand')
    await page.getByLabel('Game').selectOption('4')
    await page.getByLabel('Choose files').setInputFiles(fileOf('modlist.txt', '+SkyUI\n'))
    await page.getByRole('button', { name: 'Share it' }).click()
    await page.getByText(/mlk_\w+/).waitFor()
    expect(page.url()).not.toContain('mlk_')
    await page.reload()
    await expect.poll(() => page.getByText(/mlk_\w+/).count()).toBe(0)
  })
})
