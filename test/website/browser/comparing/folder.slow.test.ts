import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { it } from '../../../support/it.ts'
import { fillList, makeLists } from '../../../support/requests/forms.ts'
import { describeInBrowser, expectAccessible, overflowOf } from '../../../support/website/browser.ts'
import { folderWith } from '../../../support/website/choosing-files.ts'

/** As long as the name of a mod can be. */
const LONG = 'x'.repeat(255)
const LONGER = 'y'.repeat(500)
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  `"'><svg/onload=alert(1)>`,
  'a\u202etxt.exe',
  '</title></main><h1>x',
  LONG,
]

/** Returns the elements of a page that only hostile text can have made. */
const strangersOn = (page: Page) => page.locator('[onerror], [onload], main svg, main h1 h1').count()

describeInBrowser('names that strangers chose', (open) => {
  it('are shown as written in the comparison of a folder, and run nothing', async ({ app, api }) => {
    const lines = HOSTILE.map((name) => `+${name}\n`).join('')
    const files = {
      'modlist.txt': `${lines}+SkyUI\n`,
      'plugins.txt': HOSTILE.map((name) => `*${name}.esp\n`).join(''),
      'skyrim.ini': `[${HOSTILE[0]}]\n${HOSTILE[1]}=${HOSTILE[0]}\nsLong=${LONGER}\n`,
    }
    for (const name of HOSTILE.filter((name) => !name.includes('\u202e') && name !== LONG)) {
      const { body } = await fillList(api.post('/v1/lists'), { name, version: name.slice(0, 32) }, files).expect(201)
      const { page, complaints } = await open(app, { viewport: { width: 320, height: 800 } })
      await page.goto(`/compare?list1=${body.data.slug}`)
      const folder = { 'modlist.txt': '+SkyUI\n', 'plugins.txt': '*Other.esp\n', 'skyrim.ini': '[A]\nb=c\n' }
      const profile = await folderWith(name.replaceAll('/', '_'), folder)
      await page.getByLabel('folder on this computer').setInputFiles(profile)
      await page.getByRole('heading', { level: 1, name: '\u2192' }).waitFor()
      await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toContain(name)
      for (const tab of ['Mods', 'Plugins', 'Settings', 'Order', 'Files']) {
        await page.getByRole('link', { name: new RegExp(`^${tab} \\d`) }).click()
        expect([tab, await strangersOn(page), await overflowOf(page)]).toEqual([tab, 0, 0])
        if (tab !== 'Mods') continue
        const shown = await page.locator('tr[data-kinds] bdi').allTextContents()
        expect(shown.toSorted()).toEqual(HOSTILE.toSorted())
      }
      await page.getByRole('link', { name: 'Swap' }).click()
      await page.getByRole('link', { name: /^Mods \d/ }).click()
      await page.getByLabel('all mods in this table').check()
      await page.getByRole('button', { name: /^Take over/ }).click()
      await page.getByRole('heading', { name: /^Install first/ }).waitFor()
      expect([await strangersOn(page), await overflowOf(page)]).toEqual([0, 0])
      expect(complaints).toEqual([])
    }
  })

  it('are shown as written in the rows of the history, and run nothing', async ({ app, api }) => {
    const { headers } = await fillList(api.post('/v1/lists'), { name: 'Mine' }, { 'modlist.txt': '+SkyUI\n' })
    for (const note of HOSTILE.filter((text) => !text.includes('\u202e'))) {
      const files = { 'modlist.txt': `+${note}\n+a\u202etxt.exe\n`, 'plugins.txt': `*${note}.esp\n` }
      const update = api.put('/v1/lists/mine').set('Authorization', `Bearer ${headers['owner-key']}`)
      await fillList(
        update,
        { name: note, note: `${note} ${LONGER}`.slice(0, 500), version: note.slice(0, 32) },
        files,
      ).expect(200)
    }
    for (const width of [320, 1280]) {
      const { page, complaints } = await open(app, { viewport: { width, height: 800 } })
      await page.goto('/lists/mine/history')
      const rows = page.locator('li > div > details > summary')
      for (const row of await rows.all()) await row.click()
      const texts = await page.locator('ul.lists > li').allTextContents()
      for (const name of HOSTILE) {
        const written = name.replaceAll('\u202e', '\ufffd')
        expect(
          texts.some((text) => text.replaceAll('\u202e', '\ufffd').includes(written)),
          name,
        ).toBe(true)
      }
      expect([await strangersOn(page), await overflowOf(page)]).toEqual([0, 0])
      expect(complaints).toEqual([])
    }
  })
})

describeInBrowser('taking changes over into a folder on this computer', (open) => {
  it('gives the bytes that the API gives for a list of the same files, and Back leads to the ticks', async ({
    app,
    api,
    db,
  }) => {
    const latin = (text: string) => Buffer.from(text, 'latin1')
    const [mine, works] = [
      {
        'modlist.txt': Buffer.from('\ufeff# mine\r\n+Moved\r\n+SkyUI\r\n-Campfire\r\n-Old\r\n', 'utf16le'),
        'plugins.txt': latin('*Caf\u00e9.esp\r\n*Old.esp\r\n'),
        'loadorder.txt': latin('Caf\u00e9.esp\r\nOld.esp\r\n'),
      },
      {
        'modlist.txt': '+Wet and Cold\n+SkyUI\n+Moved\n+Campfire\n',
        'plugins.txt': '*Caf\u00e9.esp\n*\u00dcber.esp\n',
        'loadorder.txt': 'Caf\u00e9.esp\n\u00dcber.esp\n',
      },
    ]
    await makeLists(api, { 'It works': works })
    await fillList(api.post('/v1/lists'), { name: 'Mine' }, mine).expect(201)
    const take = {
      mods: { added: ['Wet and Cold'], removed: ['Old'], enabled: ['Campfire'], moved: true },
      plugins: { added: true },
    }
    const { page, complaints } = await open(app, { bypassCSP: true, viewport: { width: 390, height: 800 } })
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await page.goto('/compare?list1=it-works')
    sent.length = 0
    await page.getByLabel('folder on this computer').setInputFiles(await folderWith('My profile', mine))
    await page.getByRole('link', { name: 'Take over into My profile' }).click()
    await page.getByRole('heading', { name: 'My profile \u2192 It works' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Take over into My profile' }).isDisabled()).toBe(true)
    await page.getByLabel('all mods in this table').check()
    const ticked = await page.locator('tbody input:checked').count()
    await page.getByRole('link', { name: /^Plugins \d/ }).click()
    await page.getByLabel('\u00dcber.esp').check()
    await expect.poll(() => page.locator('.foot [role=status]').textContent()).toBe(`${ticked + 1} ticked`)
    await page.getByRole('button', { name: 'Take over into My profile' }).click()
    await page.getByRole('heading', { name: 'Install first (1)' }).waitFor()
    await expectAccessible(page, 'the page about the files')

    const answer = await api
      .post('/v1/compare/mine/it-works/merge.zip')
      .send({ take })
      .buffer()
      .parse((response, done) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('end', () => done(null, Buffer.concat(pieces)))
      })
    expect(answer.status).toBe(200)
    for (const name of Object.keys(mine)) {
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: `Download ${name}` }).click()
      const bytes = await readFile(await (await download).path())
      expect(answer.body.includes(bytes), `${name} is in the zip, which is not compressed`).toBe(true)
    }
    await page.goBack()
    await expect.poll(() => page.getByLabel('\u00dcber.esp').isChecked()).toBe(true)
    await page.getByRole('link', { name: /^Mods \d/ }).click()
    await expect.poll(() => page.locator('tbody input:checked').count()).toBe(ticked)
    expect(sent.filter((request) => !request.startsWith('GET '))).toEqual([])
    expect(complaints).toEqual([])
    expect(await db.list.count()).toBe(2)
  })

  it('leads from the comparison back to the form with Back', async ({ app, api }) => {
    await makeLists(api, { 'It works': { 'modlist.txt': '+SkyUI\n' } })
    const { page } = await open(app)
    await page.goto('/compare?list1=it-works')
    await page
      .getByLabel('folder on this computer')
      .setInputFiles(await folderWith('My profile', { 'modlist.txt': '+A\n' }))
    await page.getByRole('heading', { name: 'It works \u2192 My profile' }).waitFor()
    await page.goBack()
    await expect.poll(() => page.getByRole('heading', { name: 'Compare two lists' }).isVisible()).toBe(true)
    expect(await page.locator('#folder-changes').isVisible()).toBe(false)
    await page.goForward()
    await expect.poll(() => page.getByRole('heading', { name: 'It works \u2192 My profile' }).isVisible()).toBe(true)
  })
})
