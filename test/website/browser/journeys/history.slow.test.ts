import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { readLoadOrder } from '../../../../src/load-order/reading/read.ts'
import { it } from '../../../support/it.ts'
import { CRASH_LOGGER } from '../../../support/profiles/logs.ts'
import { fillList } from '../../../support/requests/forms.ts'
import { describeInBrowser, expectAccessible, WIDTHS, windowOf } from '../../../support/website/browser.ts'
import { drop, fileOf, fillUpload, folderWith } from '../../../support/website/choosing-files.ts'
import { serveAtLocalhost, signInAs } from '../../../support/website/signed-in.ts'

const MODS = Array.from({ length: 9 }, (_, at) => `+Mod ${at}`)
const modlist = (...lines: string[]) => ({ 'modlist.txt': lines.join('\n') })

describeInBrowser('the history of an author', (open) => {
  it.for(WIDTHS)(
    'has each version, compares two, and restores one, %i pixels wide',
    async (width, { api, catalog }) => {
      const { page, complaints } = await open(await serveAtLocalhost(catalog), windowOf(width))
      await signInAs(page, catalog, 'Ann')
      await page.goto('/upload')
      await fillUpload(page, 'Mine', '+SkyUI\n')
      await page.getByRole('button', { name: 'Share it' }).click()
      await page.waitForURL('**/lists/mine')
      for (const [mods, note] of [
        ['+SkyUI\n+Frostfall\n', 'With Frostfall'],
        ['+Campfire\n', 'All anew'],
      ] as const) {
        await page.getByRole('link', { name: 'Edit', exact: true }).click()
        await page.getByLabel('Choose files').setInputFiles(fileOf('modlist.txt', mods))
        await page.getByLabel('What changed').fill(note)
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByText(note).waitFor({ state: 'attached' }) // folded on a phone
      }

      await page
        .getByRole('link', { name: /^History/ })
        .first()
        .click()
      await page.waitForURL('**/lists/mine/history')
      for (const text of ['All anew', 'With Frostfall', '3 versions']) await page.getByText(text).first().waitFor()
      await expectAccessible(page, 'the history')
      await page.locator('#revision-3').getByRole('link', { name: 'Compare with version 2' }).click()
      await page.waitForURL('**/compare/mine@2/mine@3')
      await page.getByRole('rowheader', { name: 'Campfire' }).or(page.getByText('Campfire')).first().waitFor()
      await page.goBack()
      await page.locator('#revision-2 summary').click()
      await page.locator('#revision-2').getByRole('link', { name: 'Restore version 2' }).click()
      await page.waitForURL('**/lists/mine/restore/2')
      await expectAccessible(page, 'the page that restores a version')
      await page.getByRole('button', { name: 'Restore' }).click()
      await page.waitForURL('**/lists/mine')
      const { body } = await api.get('/v1/lists/mine/files/modlist.txt').expect(200)
      expect(body.data.content).toEqual(['+SkyUI', '+Frostfall'])
      const { body: revisions } = await api.get('/v1/lists/mine/revisions').expect(200)
      expect(revisions.data.map(({ note }: { note: string | null }) => note)).toEqual([
        'Restores version 2.',
        'All anew',
        'With Frostfall',
        null,
      ])
      expect(complaints).toEqual([])
    },
  )
})

describeInBrowser('a player of a list with a history', (open) => {
  it('checks which version a folder is, sees both parts, and applies the newest without what is the reader’s own', async ({
    app,
    api,
    db,
  }) => {
    const made = await fillList(api.post('/v1/lists'), { version: '1.0', expires: 'perm' }, modlist(...MODS)).expect(
      201,
    )
    const { page, complaints } = await open(app, windowOf(1280))
    await page.goto('/lists/my-list')
    expect(await page.getByRole('link', { name: 'Check mine' }).count()).toBe(0)
    const own = { Authorization: String(made.headers['owner-key']) }
    const newest = modlist('+Newer', ...MODS.slice(0, 8), '-Mod 8')
    await fillList(api.put('/v1/lists/my-list').set(own), { version: '1.1', expires: 'perm' }, newest).expect(200)

    await page.goto('/lists/my-list')
    await page.getByRole('link', { name: 'Check mine' }).click()
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await page
      .getByLabel('Choose the folder')
      .setInputFiles(await folderWith('Default', modlist('+Mine', ...MODS.slice(1))))
    await page.getByText('You have 1.0 with 1 mod of your own, 1 missing; 1.1 is newer: 2 changes.').waitFor()
    expect(requests.toSorted()).toEqual([
      'GET /v1/lists/my-list/revisions/1',
      'GET /v1/lists/my-list/revisions/2',
      'GET /v1/lists/my-list/versions',
    ])
    expect(await page.locator('tr[data-kinds] bdi').allTextContents()).toEqual(['Mod 0', 'Mine', 'Mod 8', 'Newer'])
    await expectAccessible(page, 'Check mine')

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy for the helper' }).click()
    await page.getByText('Copied.', { exact: true }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('You have 1.0 with 1 mod of your own')
    await page.getByRole('button', { name: 'Apply 1.1' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download modlist.txt' }).click()
    const merged = await readFile(await (await download).path(), 'utf8')
    expect(merged.split(/\r?\n/)).toEqual(['+Mine', '+Newer', ...MODS.slice(1, 8), '-Mod 8'])
    await page.goto('/lists/my-list/edit')
    expect(await page.locator('#check-line').textContent()).toContain(
      '[Check mine](https://www.example.com/lists/my-list/check)',
    )
    expect(complaints).toEqual([])
    expect(await db.list.count()).toBe(1)
  })

  it('reads that a folder is another list, and checks a log as far as its list goes', async ({ app, api }) => {
    const { plugins } = readLoadOrder([{ name: 'crash.log', text: CRASH_LOGGER }])
    const states = plugins?.map(({ name }) => `*${name}`) ?? []
    const filesOf = (...more: string[]) => ({ ...modlist('+A'), 'plugins.txt': [...states, ...more].join('\n') })
    const made = await fillList(api.post('/v1/lists'), { version: '1', expires: 'perm' }, filesOf()).expect(201)
    const own = { Authorization: String(made.headers['owner-key']) }
    await fillList(api.put('/v1/lists/my-list').set(own), { version: '2' }, filesOf('*Later.esp')).expect(200)
    const { page } = await open(app)
    const field = page.getByLabel('Choose files, or a crash log')
    await page.route('**/compare-*.js', async (route) => {
      await field.setInputFiles(fileOf('crash.log', CRASH_LOGGER)) // before the script has come
      await route.continue()
    })
    await page.goto('/lists/my-list/check')
    await page.getByText('You have 1 as it is; 2 is newer: 1 change. Only plugins were compared.').waitFor()
    expect(await page.getByRole('button', { name: 'Apply' }).count()).toBe(0)
    await field.setInputFiles(fileOf('plugins.txt', '*Other.esp\n'))
    await page.getByText('This is another list').waitFor()
    await drop(page, await folderWith('Default', modlist('+A')), 'nothing is sent')
    await page.getByText('You have 2 as it is; no version is newer. Only mods were compared.').waitFor()
  })
})
