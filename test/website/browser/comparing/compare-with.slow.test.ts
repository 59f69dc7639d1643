import { expect } from 'vitest'
import { it } from '../../../support/indexing.ts'
import { fillList, makeLists } from '../../../support/requests/forms.ts'
import { describeInBrowser, violationsOn } from '../../../support/website/browser.ts'
import { folderWith } from '../../../support/website/choosing-files.ts'

const MODS = { 'modlist.txt': '+Frostfall\r\n+SkyUI\r\nUtilities_separator\r\n+Caf\u00e9\r\n' }

describeInBrowser('"Compare with…" in a browser', (open) => {
  it('finds lists of the same game as the user types, with the keyboard alone', async ({ app, api }) => {
    await makeLists(api, { 'It crashes': MODS })
    await fillList(api.post('/v1/lists'), { name: 'Winter works', version: '1.2' }, MODS).expect(201)
    await fillList(api.post('/v1/lists'), { name: 'Winter elsewhere', game: '5' }, MODS).expect(201)
    const { page, complaints } = await open(app, { bypassCSP: true })
    await page.goto('/lists/it-crashes')
    await page.getByRole('link', { name: 'Compare with…' }).click()
    const field = page.getByLabel('Second list')
    await field.pressSequentially('wint')
    const options = page.getByRole('option')
    await expect.poll(() => options.allTextContents()).toEqual(['Winter works winter-works, version 1.2'])
    expect(await violationsOn(page)).toEqual([])
    await field.press('ArrowDown')
    await field.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('winter-works')
    expect(await options.count()).toBe(0)
    await field.press('Enter')
    await page.waitForURL('/compare/it-crashes/winter-works')
    expect(complaints).toEqual([])
  })

  it('suggests the lists that this browser has shared first, unlisted ones too, and never the list itself', async ({
    app,
    api,
  }) => {
    const { body, headers } = await fillList(api.post('/v1/lists'), { name: 'Hidden one', private: '1' }, MODS)
    await makeLists(api, { 'It crashes': MODS, 'It works': MODS })
    const { page, complaints } = await open(app)
    await page.goto('/compare?list1=it-crashes')
    const name = `owner-key ${body.data.slug} ${body.data.created}`
    await page.evaluate(([name, key]) => localStorage.setItem(name ?? '', key ?? ''), [name, headers['owner-key']])
    await page.getByLabel('Second list').focus()
    const options = page.getByRole('option')
    await expect
      .poll(() => options.allTextContents())
      .toEqual([`Hidden one ${body.data.slug}, yours, unlisted`, 'It works it-works'])
    await page.getByLabel('Second list').fill('hidden')
    await expect.poll(() => options.allTextContents()).toEqual([`Hidden one ${body.data.slug}, yours, unlisted`])
    expect(complaints).toEqual([])
  })

  it('suggests the most similar lists before the newest ones, with the number of their differences', async ({
    app,
    api,
    indexMods,
  }) => {
    await makeLists(api, { 'It crashes': MODS, 'A twin': { 'modlist.txt': `${MODS['modlist.txt']}+One more\r\n` } })
    await makeLists(api, { Newest: { 'modlist.txt': '+Nothing shared\r\n' } })
    await indexMods()
    const { page, complaints } = await open(app)
    await page.goto('/compare?list1=it-crashes')
    await page.getByLabel('Second list').focus()
    const options = page.getByRole('option')
    await expect.poll(() => options.allTextContents()).toEqual(['A twin a-twin, 1 difference', 'Newest newest'])
    await page.getByLabel('Second list').fill('new')
    await expect.poll(() => options.allTextContents()).toEqual(['Newest newest'])
    expect(complaints).toEqual([])
  })

  it('compares a folder on this computer on a whole page, without sending it', async ({ app, api, db }) => {
    await makeLists(api, { 'It works': MODS })
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page, complaints } = await open(app, { bypassCSP: true, permissions })
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
    const sentToServer = () => sent.filter((request) => !request.startsWith('GET /assets/'))
    const huge = 'x'.repeat(1_310_720)
    const windows1252 = Buffer.from('-SkyUI\r\nUtilities_separator\r\n+Caf\u00e9\r\n', 'latin1')
    const folder = await folderWith('My profile', { 'modlist.txt': windows1252, 'skyrim.ini': huge, 'a.png': 'x' })
    await page.goto('/compare?list1=it-works')
    sent.length = 0
    await page.getByLabel('folder on this computer').setInputFiles(folder)
    await page.getByRole('heading', { name: 'It works → My profile' }).waitFor()
    const shown = await page.locator('#folder-changes').innerText()
    expect(shown).toContain('1 mod removed, 1 switched off')
    expect(shown).toContain('Frostfall')
    expect(shown).not.toContain('Caf')
    expect(shown).toContain('− only in It works')
    expect(await page.getByRole('heading', { name: 'Compare two lists' }).isVisible()).toBe(false)
    expect(shown).toContain('skyrim.ini is skipped: 1.3 MB, the limit is 1 MB.')
    expect(sentToServer()).toEqual(['GET /v1/lists/it-works'])
    expect(await violationsOn(page)).toEqual([])

    const rows = page.locator('tr[data-kinds]')
    await expect.poll(() => rows.count()).toBe(2)
    await page.getByRole('link', { name: '1 switched off' }).click()
    await expect.poll(() => rows.locator('bdi').allTextContents()).toEqual(['SkyUI'])
    await page.getByRole('link', { name: '1 switched off' }).click()
    await page.getByLabel('Filter mods').fill('frost')
    await expect.poll(() => rows.locator('bdi').allTextContents()).toEqual(['Frostfall'])
    await page.getByLabel('Filter mods').fill('')
    await page.getByRole('button', { name: 'Copy for Discord' }).click()
    await page.getByRole('status').filter({ hasText: 'Copied.' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('`-` Frostfall')
    await page.getByRole('link', { name: 'Swap' }).click()
    await page.getByRole('heading', { name: 'My profile → It works' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: '1 switched on' }).isVisible()).toBe(true)
    await page.getByRole('link', { name: 'Order' }).click()
    await expect.poll(() => page.locator('.entry-table bdi').allTextContents()).toContain('Frostfall')
    await page.getByRole('link', { name: 'Files 1' }).click()
    await page.getByText('modlist.txt +2 \u22121 lines').click()
    await expect.poll(() => page.locator('.diff ins').allTextContents()).toEqual(['++Frostfall\n++SkyUI'])
    expect(sentToServer()).toEqual(['GET /v1/lists/it-works'])
    expect(await violationsOn(page)).toEqual([])
    expect(complaints).toEqual([])
    expect(await db.list.count()).toBe(1)
  })

  it('says what to do if the first list does not exist or the folder has no profile', async ({ app, api }) => {
    await makeLists(api, { 'It works': MODS })
    const { page } = await open(app)
    await page.goto('/compare?list1=gone')
    const status = page.locator('#folder-changes')
    await page.getByLabel('folder on this computer').setInputFiles(await folderWith('My profile', MODS))
    await expect.poll(() => status.innerText()).toBe('There is no list gone here. It may have expired or been deleted.')
    await page.getByLabel('First list').fill('it-works')
    await page.getByLabel('folder on this computer').setInputFiles(await folderWith('My profile', { 'notes.md': 'x' }))
    await expect.poll(() => status.innerText()).toContain('This folder has no file of a profile')
  })

  it('has two text fields and no folder without JavaScript', async ({ app }) => {
    const { page } = await open(app, { javaScriptEnabled: false })
    await page.goto('/compare')
    await expect.poll(() => page.getByLabel('First list').isVisible()).toBe(true)
    expect(await page.getByLabel('folder on this computer').isVisible()).toBe(false)
  })
})
