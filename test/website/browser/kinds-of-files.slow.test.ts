import { join } from 'node:path'
import { expect } from 'vitest'
import { it } from '../../support/it.ts'
import { KINDS } from '../../support/profiles/kinds-of-files.ts'
import { describeInBrowser } from '../../support/website/browser.ts'
import { drop, folderWith, rowsOf } from '../../support/website/choosing-files.ts'

describeInBrowser('files of mod managers and games', (open) => {
  it.for(KINDS)('files can be dropped, chosen, dropped in a folder and pasted: $name', async (kind, { app, api }) => {
    const { page, complaints } = await open(app)
    const folder = await folderWith('Pack', { [kind.name]: kind.text, 'notes.doc': 'x' })
    const ways: [name: string, expected: string, choose: () => Promise<void>][] = [
      ['Dropped', kind.name, () => drop(page, join(folder, kind.name), 'Drop your profile’s folder here')],
      ['Chosen', kind.name, () => page.getByLabel('Files').setInputFiles(join(folder, kind.name))],
    ]
    const dropFolder = () => drop(page, folder, 'Drop your profile’s folder here')
    if (kind.hasFreeName) {
      await page.goto('/upload')
      await dropFolder()
      await page.getByText('0 of 2 files will be uploaded').waitFor()
      expect(await rowsOf(page)).toContainEqual(`${kind.name}skipped: not one of a profile's text files`)
    } else ways.push(['Folder', kind.name, dropFolder])
    for (const [name, expected, choose] of ways) {
      await page.goto('/upload')
      await choose()
      await page.getByText('1 file will be uploaded.').or(page.getByText('1 of 2 files will be uploaded')).waitFor()
      expect(await rowsOf(page)).toContainEqual(expect.stringMatching(`^${expected}will be uploaded`))
      const game = await page.locator('#game option:checked').textContent()
      expect(game).toBe(kind.isGameUnknown ? 'Choose a game' : kind.game)
      await page.getByLabel('Game').selectOption(kind.game)
      await send(name, expected)
    }
    await page.goto('/upload')
    await page.getByText('Or paste text').click()
    await page.getByLabel('Text', { exact: true }).fill(kind.text)
    await page.getByLabel('Game').selectOption(kind.game)
    await send('Pasted', kind.pasted)
    expect(complaints).toEqual([])

    /** Uploads the list, and checks how its file is stored and read. */
    async function send(name: string, expected: string) {
      await page.getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Upload' }).click()
      await page.waitForURL(`**/lists/${name.toLowerCase()}`)
      const { body: list } = await api.get(`/v1/lists/${name.toLowerCase()}`).expect(200)
      expect(list.data.files).toMatchObject([{ clean_name: expected }])
      const { body } = await api.get(`/v1/lists/${name.toLowerCase()}/load-order`).expect(200)
      const { mods, plugins, notes } = body.data
      expect(
        mods?.map((mod: Record<string, unknown>) => [mod.name, mod.enabled, mod.version, mod.source]) ?? null,
      ).toEqual(kind.mods)
      expect(plugins?.map((plugin: { name: string }) => plugin.name) ?? null).toEqual(kind.plugins)
      expect(notes.map(({ code }: { code: string }) => code)).toEqual(kind.notes ?? [])
    }
  })
})
