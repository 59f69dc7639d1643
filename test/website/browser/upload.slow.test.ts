import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it, type TestFixtures } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { describeInBrowser, expectAccessible, overflowOf, tabTo } from '../../support/website/browser.ts'
import { drop, fileOf, fillUpload, folderWith, rowsOf } from '../../support/website/choosing-files.ts'

const PROFILE = { 'modlist.txt': '+Sky UI\r\n', 'plugins.txt': '*SkyUI_SE.esp\r\n', 'skyrim.ini': '[General]\r\n' }

/** What the browser complains about when the script of the form gets errors. */
const REFUSED = expect.stringMatching(/ status of 422 .*\/v1\/lists$/)

/** Sends the upload form, and waits for the page of the list with this slug. */
async function send(page: Page, slug: string) {
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.waitForURL(`**/lists/${slug}`)
}

/** Uploads an anonymous list by the form and opens it. */
async function uploadMine(page: Page) {
  await page.goto('/upload')
  await fillUpload(page, 'Mine')
  await send(page, 'mine')
}

/** Returns the names of a list's files. */
async function namesOf(api: TestFixtures['api'], slug: string): Promise<string[]> {
  const { body } = await api.get(`/v1/lists/${slug}`).expect(200)
  return body.data.files.map((file: { clean_name: string }) => file.clean_name)
}

describeInBrowser('uploading in a browser', (open) => {
  it('uploading works without JavaScript: errors, upload, owner key, edit and deletion', async ({ app, api, db }) => {
    const { page, origin, complaints } = await open(app, { javaScriptEnabled: false })
    await page.goto('/')
    await page.getByRole('link', { name: 'Upload a list' }).click()
    expect(await page.getByLabel('Folder').isVisible()).toBe(false)
    await page.getByLabel('Description').fill('As typed')
    await page.getByRole('button', { name: 'Upload' }).click()
    for (const name of ['Name', 'Game', 'Files']) {
      const field = page.getByLabel(name, { exact: true })
      expect([name, await field.getAttribute('aria-invalid')]).toEqual([name, 'true'])
      await expect.poll(() => field.getAttribute('aria-describedby')).toContain('-error')
    }
    expect((await storedRows(db)).lists).toEqual([])
    await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('As typed')

    await page.getByLabel('Name').fill('My profile')
    await page.getByLabel('Game').selectOption('TESV Skyrim SE')
    const folder = await folderWith('Default', PROFILE)
    await page.getByLabel('Files').setInputFiles(Object.keys(PROFILE).map((name) => join(folder, name)))
    await page.getByRole('button', { name: 'Upload' }).click()
    await expect.poll(() => page.url()).toBe(`${origin}/lists/my-profile`)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('My profile')
    const key = (await page.getByText(/^mlk_/).textContent()) ?? ''
    await expect.poll(() => page.getByText('Your list is shared').isVisible()).toBe(true)
    expect(await page.getByText('this browser keeps it').isVisible()).toBe(false)
    expect(await page.context().cookies()).toEqual([])
    await page.reload()
    expect(await page.content()).not.toContain(key)

    await page.getByText('More…').click()
    await page.getByRole('link', { name: 'I have the owner key' }).click()
    await page.getByLabel('Owner key').fill(key)
    await page.getByLabel('Name').fill('My better profile')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('My better profile')
    expect(await namesOf(api, 'my-profile')).toHaveLength(3)

    await page.getByText('More…').click()
    await page.getByRole('link', { name: 'I have the owner key' }).click()
    await page.getByLabel('Owner key').fill(key)
    await page.getByRole('button', { name: 'Delete list' }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/lists')
    await api.get('/v1/lists/my-profile').expect(404)
    expect(complaints).toEqual([])
  })

  it('uploads the right files of a dropped folder, and says why it skips the others', async ({ app, api, db }) => {
    const odd = {
      'loadorder.txt': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0]),
      'huge.ini': Buffer.alloc(2 ** 20 + 1, 'x'),
      'desktop.ini': 'of Windows',
      'saves/1.ess': 'x',
      'saves/deep/2.ess': 'x',
    }
    const backups = Array.from({ length: 144 }, (_, at) => [`modlist.txt.2026_11_${at}`, 'a backup'])
    const folder = await folderWith('Requiem', { ...PROFILE, ...odd, ...Object.fromEntries(backups) })
    const { page, complaints } = await open(app)
    await page.goto('/upload')
    await drop(page, folder, 'Drop your profile’s folder here')
    await page.getByText('3 of 151 files will be uploaded, 148 skipped.').waitFor()
    const rows = await rowsOf(page)
    expect(rows).toHaveLength(151)
    expect(rows).toEqual(
      expect.arrayContaining([
        'modlist.txtwill be uploaded, 9 B',
        'plugins.txtwill be uploaded, 15 B',
        'skyrim.iniwill be uploaded, 11 B',
        'loadorder.txtskipped: not a text file',
        'huge.iniskipped: 1,048,577 bytes, the limit is 1,048,576 bytes',
        "desktop.iniskipped: not one of a profile's text files",
        "modlist.txt.2026_11_143skipped: not one of a profile's text files",
        'savesskipped: a folder; files in it are not uploaded',
      ]),
    )
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Requiem')
    await expect.poll(() => page.getByLabel('Game').inputValue()).toBe('4')
    expect((await storedRows(db)).lists).toEqual([])

    await rm(join(folder, 'modlist.txt')) // its content was read when it was dropped
    await send(page, 'requiem')
    expect(await namesOf(api, 'requiem')).toEqual(['modlist.txt', 'plugins.txt', 'skyrim.ini'])
    expect(complaints).toEqual([])
  })

  it('sends a file with personal data only if its box is ticked, and no unticked file', async ({ app, api }) => {
    const prefs = '[Bethesda.net]\nuPersistentUuidData0_Steam=2684210286\n'
    const folder = await folderWith('Mine', { ...PROFILE, 'starfieldprefs.ini': prefs })
    const { page, complaints } = await open(app)
    await page.goto('/upload')
    await page.getByLabel('Folder').setInputFiles(folder)
    const held = 'starfieldprefs.ini holds ids of your Steam account.'
    await page.getByText(`3 of 4 files will be uploaded, 1 skipped. ${held} Tick it to upload it anyway.`).waitFor()
    expect((await rowsOf(page))[0]).toBe('starfieldprefs.iniskipped: holds ids of your Steam account')
    await page.getByLabel('plugins.txt').uncheck()
    expect(await rowsOf(page)).toContain('plugins.txtskipped: you left it out')
    await page.getByLabel('Game').selectOption('30')
    await send(page, 'mine')
    expect(await namesOf(api, 'mine')).toEqual(['modlist.txt', 'skyrim.ini'])

    await page.goto('/upload')
    await page.getByLabel('Folder').setInputFiles(folder)
    await page.getByLabel('starfieldprefs.ini').check()
    await page.getByText('4 files will be uploaded.', { exact: true }).waitFor()
    expect((await rowsOf(page))[0]).toBe('starfieldprefs.iniwill be uploaded, 53 B, holds ids of your Steam account')
    await page.getByLabel('Game').selectOption('30')
    await send(page, 'mine-2')
    expect(await namesOf(api, 'mine-2')).toContain('starfieldprefs.ini')
    expect(complaints).toEqual([])
  })

  it('offers the profiles of a folder, and names Default after the folder above', async ({ app, api }) => {
    const profiles = {
      'profiles/Default/modlist.txt': '+Sky UI\r\n',
      'profiles/Default/skyrim.ini': '[General]\r\n',
      'profiles/Survival/modlist.txt': '+Frostfall\r\n',
      'profiles/Empty/notes.doc': 'x',
      'mods/SkyUI/readme.txt': 'x',
      'ModOrganizer.ini': '[General]\r\n',
    }
    const folder = await folderWith('Requiem', profiles)
    const { page, complaints } = await open(app)
    for (const choose of [
      () => drop(page, folder, 'Drop your profile’s folder here'),
      () => page.getByLabel('Folder').setInputFiles(folder),
    ]) {
      await page.goto('/upload')
      expect(await page.getByLabel('Profile', { exact: true }).isVisible()).toBe(false)
      await choose()
      await page.getByLabel('Profile', { exact: true }).selectOption('Survival')
      await page.getByText('1 file will be uploaded.').waitFor()
      await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Survival')
      await page.getByLabel('Profile', { exact: true }).selectOption('Default')
      await page.getByText('2 files will be uploaded.').waitFor()
      await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Requiem')
    }
    await page.getByLabel('Game').selectOption('4')
    await send(page, 'requiem')
    const { body } = await api.get('/v1/lists/requiem').expect(200)
    expect(body.data.files).toMatchObject([
      { clean_name: 'modlist.txt', content: ['+Sky UI'] },
      { clean_name: 'skyrim.ini' },
    ])
    expect(complaints).toEqual([])
  })

  it('lists refused files and the reasons above the files that are uploaded', async ({ app }) => {
    const { page } = await open(app)
    await page.goto('/upload')
    await page
      .getByLabel('Files')
      .setInputFiles([
        fileOf('modlist.txt', '+A'),
        fileOf('profile.zip'),
        fileOf('notes.txt', 'PK\u0003\u0004'),
        fileOf('Save 1.ess'),
        fileOf('skyrim.ini', 'x'.repeat(1_310_720)),
      ])
    await page.getByText('1 of 5 files will be uploaded, 4 skipped.').waitFor()
    expect(await rowsOf(page)).toEqual([
      'skyrim.iniskipped: 1.3 MB, the limit is 1 MB',
      'Save 1.essskipped: a saved game, not text',
      'notes.txtskipped: a zip: unpack it first',
      'profile.zipskipped: a zip: unpack it first',
      'modlist.txtwill be uploaded, 2 B',
    ])
    await page.getByText('Or paste text').click()
    await page.getByLabel('Text', { exact: true }).fill('x'.repeat(1_310_720))
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('This text is 1.3 MB, the limit is 1 MB.').waitFor()
  })

  it('treats a chosen folder like a dropped one, on the front page', async ({ app, db: _ }) => {
    const { page, complaints } = await open(app)
    await page.goto('/')
    expect(await page.getByRole('button', { name: 'Upload' }).isVisible()).toBe(false)
    await page.getByLabel('Folder').setInputFiles(await folderWith('Default', { ...PROFILE, 'saves/1.ess': 'x' }))
    await page.getByText('3 of 4 files will be uploaded, 1 skipped.').waitFor()
    expect(await rowsOf(page)).toContain('savesskipped: a folder; files in it are not uploaded')
    await page.getByLabel('Name').fill('')
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('The name field is required.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('name')
    await page.getByLabel('Name').fill('Mine')
    await send(page, 'mine')
    expect(complaints).toEqual([REFUSED])
  })

  it('a list can be uploaded with the keyboard alone', async ({ app, api }) => {
    const { page } = await open(app)
    await page.goto('/upload')
    await tabTo(page, 'Or paste text')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Text')
    await page.keyboard.type('+Sky UI')
    await tabTo(page, 'Name')
    await page.keyboard.type('By hand')
    await tabTo(page, 'Game')
    await page.keyboard.type('Starf')
    await tabTo(page, 'Upload')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/lists/by-hand')
    const { body } = await api.get('/v1/lists/by-hand').expect(200)
    expect(body.data).toMatchObject({ game: { name: 'Starfield' }, files: [{ clean_name: 'modlist.txt' }] })
  })

  it('shows the owner key once, and lets the same browser edit and delete the list', async ({ app, api }) => {
    const { page, origin, complaints } = await open(app, { permissions: ['clipboard-read', 'clipboard-write'] })
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await uploadMine(page)
    const notice = page.locator('.owner-key')
    const shown = ['Your list is shared', 'Copy link', 'Compare it now', 'Owner key: this browser keeps it', 'Copy key']
    await expect.poll(() => notice.locator('strong, button, a, summary').allTextContents()).toEqual(shown)
    expect(await notice.getByRole('button', { name: 'Copy key' }).isVisible()).toBe(false)
    await notice.getByText('Owner key: this browser keeps it').click()
    await notice.getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(copied).toMatch(/^https?:.*\/lists\/mine$/)
    await page.getByRole('button', { name: 'Copy key' }).click()
    await expect.poll(copied).toMatch(/^mlk_[\w-]{43}$/)
    await page.getByText('Copied.').last().waitFor()
    const key = await copied()
    await page.reload()
    expect(await page.content()).not.toContain(key)
    expect([await notice.count(), await page.getByRole('button', { name: 'Copy link' }).count()]).toEqual([0, 1])
    expect(await page.context().cookies()).toEqual([])

    await page.getByRole('link', { name: 'Edit' }).click()
    await expect.poll(() => page.getByLabel('Owner key').inputValue()).toBe(key)
    await page.getByLabel('Description').fill('Edited')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Edited').waitFor()
    await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor()
    await page.reload()
    expect(await page.getByText('Saved.').count()).toBe(0)
    expect(await namesOf(api, 'mine')).toEqual(['modlist.txt'])

    const stranger = await open(app)
    await stranger.page.goto('/lists/mine/edit')
    expect(await stranger.page.getByLabel('Owner key').inputValue()).toBe('')

    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Delete list' }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.waitForURL(`${origin}/lists`)
    await api.get('/v1/lists/mine').expect(404)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(key)
    expect(addresses.filter((address) => address.includes('mlk_'))).toEqual([])
    await page.goBack()
    await page.goBack()
    expect(await page.evaluate(() => JSON.stringify(history.state) + location.href)).not.toContain('mlk_')
    expect(complaints).toEqual([])
  })

  it('a list with an author is said to be shared, and has no owner key', async ({ app, signIn }) => {
    const { page } = await open(app)
    await page.goto('/upload')
    await fillUpload(page, 'Mine')
    await page.getByText('Use an API token').click()
    await page.getByLabel('API token').fill(await signIn('Ann'))
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('Your list is shared').waitFor()
    expect(await page.getByText('Owner key').count()).toBe(0)
  })

  it('never says that a list was saved while the network was away, and keeps its key', async ({ app, db: _ }) => {
    const { page } = await open(app)
    await uploadMine(page)
    const pressAway = async (button: string) => {
      await page.context().setOffline(true)
      // The wait begins first: after a page that could not be loaded it would not be refused.
      await Promise.all([
        expect(page.waitForURL('chrome-error://**')).rejects.toThrow('ERR_INTERNET_DISCONNECTED'),
        page.getByRole('button', { name: button }).click({ noWaitAfter: true }),
      ])
      await page.context().setOffline(false)
    }

    await page.goto('/lists/mine/edit')
    await pressAway('Save')
    await page.goto('/lists/mine')
    expect(await page.getByText('Saved.').count()).toBe(0)

    await page.goto('/lists/mine/edit')
    await page.getByRole('button', { name: 'Delete list' }).click()
    await pressAway('Delete for good')
    await page.goto('/lists')
    await page.goto('/lists/mine/edit')
    await expect.poll(() => page.getByLabel('Owner key').inputValue()).toMatch(/^mlk_/)
  })

  it('refuses a token that no header can carry, and keeps the focus after a network error', async ({ app, db }) => {
    const { page, complaints } = await open(app)
    await page.goto('/upload')
    await fillUpload(page, 'Mine')
    await page.getByText('Use an API token').click()
    await page.getByLabel('API token').fill('mlc_–')
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('This API token is wrong, has expired or was revoked.').waitFor()
    await page.getByLabel('API token').fill('')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Upload' }).press('Enter')
    await page.getByText('The server could not be reached. Nothing was lost: try again.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Upload')
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
    expect(complaints.filter((complaint) => !/ERR_INTERNET_DISCONNECTED/.test(complaint))).toEqual([])
  })

  it('moves the focus to the errors of a refused edit, and a deletion can be cancelled', async ({ app, api }) => {
    await fillList(api.post('/v1/lists'), { name: 'Mine', expires: 'perm' }).expect(201)
    const { page } = await open(app)
    await page.goto('/lists/mine/edit')
    await page.getByLabel('Owner key').fill('mlk_wrong')
    await page.getByLabel('Files').setInputFiles(fileOf('mine.txt'))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Please choose your files again; browsers do not keep them.').first().waitFor()
    expect(await page.title()).toMatch(/^Not saved yet: Mine /)
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('problems card')

    await page.getByRole('button', { name: 'Delete list' }).click()
    await page.getByRole('button', { name: 'Keep it' }).click()
    expect(await page.getByRole('button', { name: 'Delete for good' }).isVisible()).toBe(false)
    await api.get('/v1/lists/mine').expect(200)
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.getByRole('heading', { name: 'Mine' }).waitFor()
    expect(await page.getByText('Saved.').count()).toBe(0)
  })

  it('restores the chosen folder when the visitor comes back to the page', async ({ app }) => {
    const { page } = await open(app)
    await page.goto('/upload')
    await page.getByLabel('Folder').setInputFiles(await folderWith('Requiem', { ...PROFILE, 'saves/1.ess': 'x' }))
    await page.getByText('3 of 4 files will be uploaded, 1 skipped.').waitFor()
    await page.getByRole('link', { name: 'Mods' }).first().click()
    await page.waitForURL('**/games')
    await page.goBack()
    await page.getByText('3 of 4 files will be uploaded, 1 skipped.').waitFor()
    await send(page, 'requiem')
  })

  it('fills in this tab’s API token for a claimed list, not its old owner key', async ({ app, api, signIn }) => {
    const token = await signIn('Ann')
    const { page } = await open(app)
    await uploadMine(page)
    await page.getByRole('link', { name: 'Edit' }).click()
    const key = await page.getByLabel('Owner key').inputValue()
    await api.post('/v1/lists/mine/claim').auth(token, { type: 'bearer' }).field('owner_key', key).expect(200)

    await page.reload()
    expect(await page.getByLabel('API token').inputValue()).toBe('')
    await page.getByText('This list belongs to Ann. If you are its author, sign in to edit it').waitFor()
    await page.getByLabel('API token').fill(token)
    await page.getByLabel('Description').fill('Claimed')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/lists/mine')
    await page.getByText('More…').click()
    await page.getByRole('link', { name: 'Edit as the author' }).click()
    await expect.poll(() => page.getByLabel('API token').inputValue()).toBe(token)
  })

  it('no state of the forms has axe violations, light and dark, narrow and wide', async ({ app }) => {
    const folder = await folderWith('Mine', { ...PROFILE, 'a.txt': 'x' })
    for (const width of [320, 1280]) {
      const { page } = await open(app, { viewport: { width, height: 800 }, bypassCSP: true })
      await page.goto('/upload')
      await page.getByLabel('Folder').setInputFiles(folder)
      await page.getByText('3 of 4 files will be uploaded, 1 skipped.').waitFor()
      await page.getByLabel('Name').fill('')
      await page.getByRole('button', { name: 'Upload' }).click()
      await page.getByText('The name field is required.').waitFor()
      await expectAccessible(page, 'chosen, and wrong')
      await page.getByLabel('Name').fill('Mine')
      await page.getByRole('button', { name: 'Upload' }).click()
      await page.getByText('Owner key: this browser keeps it').waitFor()
      await expectAccessible(page, 'the key')
      await page.getByRole('link', { name: 'Edit' }).click()
      await page.getByLabel('Name').fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('alert').waitFor()
      await page.getByRole('button', { name: 'Delete list' }).click()
      await expectAccessible(page, 'wrong, and about to go')
    }
  })

  it('shows hostile text as written in fields and file names', async ({ app, api }) => {
    const { page, complaints } = await open(app)
    for (const text of ['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', 'x'.repeat(10_000)]) {
      await page.goto('/upload')
      const name = `${text.replaceAll('/', '_').slice(0, 100)}.txt`
      await page.getByLabel('Files').setInputFiles(fileOf(name, text))
      await page.getByText('1 file will be uploaded.').waitFor()
      expect(await rowsOf(page)).toEqual([expect.stringContaining(name)])
      await page.getByLabel('Description').fill(text)
      await page.getByLabel('Name').fill(text.slice(0, 255))
      await page.getByLabel('Game').selectOption('4')
      await page.getByText('Version and links').click()
      await page.getByLabel('Website').fill('javascript:alert(1)')
      await page.getByRole('button', { name: 'Upload' }).click()
      await page.getByText('must be a valid http or https URL').waitFor()
      await page.getByLabel('Website').fill('')
      await page.getByRole('button', { name: 'Upload' }).click()
      await page.waitForURL('**/lists/*')
      await page.getByRole('link', { name: 'Edit' }).click()
      await expect.poll(() => page.getByLabel('Description').inputValue()).toBe(text)
      expect(await overflowOf(page)).toBe(0)
    }
    await fillList(api.post('/v1/lists'), { name: 'Plain' }).expect(201)
    expect(complaints).toEqual([REFUSED, REFUSED, REFUSED])
  })
})
