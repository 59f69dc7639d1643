import { describe, expect } from 'vitest'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { asBytes, fillList, makeLists } from '../../support/requests/forms.ts'
import { BROWSER, openPage, textOf } from '../../support/website/pages.ts'

const CRASHES = { 'modlist.txt': '+Moved\r\n+SkyUI\r\n-Campfire\r\n', 'plugins.txt': '*A.esp\r\n' }
const WORKS = {
  'modlist.txt': '+SkyUI\n+Moved\n+Frostfall\n+Campfire\n',
  'plugins.txt': '*A.esp\n',
  'mods.csv': '#Mod_Name,#Mod_Version,#Mod_Nexus_URL\nFrostfall,1.2,https://example.org/1\n',
}
const PATH = '/compare/it-crashes/it-works/take-over'

describe('taking changes over on the website', () => {
  it('has a box for each change and each heading, and links the other direction', async ({ api }) => {
    await makeLists(api, { 'It crashes': CRASHES, 'It works': WORKS })
    const { html, words, links, headings } = await openPage(api, '/compare/it-crashes/it-works')
    for (const box of [
      'mods.added[]" value="Frostfall"',
      'mods.enabled[]" value="Campfire"',
      'mods.moved[]" value="Moved"',
    ]) {
      expect(html).toContain(`<input type="checkbox" name="${box}`)
    }
    expect(html).toContain('name="all[]" value="mods.added"')
    expect(words).toContain('Take over into It crashes')
    expect(words).toContain('Take over into It works instead')
    expect(links.filter((link) => link === '/compare/it-works/it-crashes')).toHaveLength(2)
    expect(headings).toContain('Added (1)')
  })

  it('has no boxes for a part whose file the first list lacks', async ({ api }) => {
    await makeLists(api, { 'It crashes': { 'mods.csv': '#Mod_Name\nSkyUI\n' }, 'It works': WORKS })
    expect((await openPage(api, '/compare/it-crashes/it-works')).html).not.toContain('type="checkbox"')
  })

  it('says what will be downloaded and what to install first, then sends the zip', async ({ api, db }) => {
    await makeLists(api, { 'It crashes': CRASHES, 'It works': WORKS })
    const before = await storedRows(db)
    const chosen = 'all%5B%5D=mods.added&mods.moved%5B%5D=Moved'
    const send = (fields: string) => api.post(PATH).set('Accept', BROWSER).type('form').send(fields)
    const { text, headers } = await send(chosen).expect(200)
    const words = textOf(text)
    for (const part of [
      '2 changes from It works',
      'Files modlist.txt',
      'Install first (1)',
      'Frostfall 1.2 example.org',
      'Back up',
    ]) {
      expect(words).toContain(part)
    }
    expect(headers['cache-control']).toBe('no-store')
    expect(text).toContain('<input type="hidden" name="mods.moved[]" value="Moved"')

    const zip = await asBytes(send(`${chosen}&download=1`)).expect(200)
    expect(zip.headers['content-type']).toBe('application/zip')
    expect(zip.body.includes('+SkyUI\r\n+Moved\r\n+Frostfall\r\n-Campfire\r\n')).toBe(true)
    expect(await storedRows(db)).toEqual(before)
  })

  it('refuses a form without a choice or with an unknown mod (422), and redirects a reload', async ({ api }) => {
    await makeLists(api, { 'It crashes': CRASHES, 'It works': WORKS })
    const send = (fields: string) => api.post(PATH).set('Accept', BROWSER).type('form').send(fields)
    expect(textOf((await send('').expect(422)).text)).toContain('You chose no change.')
    expect(textOf((await send('mods.moved%5B%5D=Nobody').expect(422)).text)).toContain('"Nobody"')
    await api.get(PATH).expect(303).expect('Location', '/compare/it-crashes/it-works')
  })

  it('offers a list as text, Markdown and CSV', async ({ api }) => {
    await fillList(api.post('/v1/lists'), { name: 'It crashes' }, CRASHES).expect(201)
    const { links, words } = await openPage(api, '/lists/it-crashes')
    for (const format of ['txt', 'md', 'csv']) {
      expect(links).toContain(`/v1/lists/it-crashes/load-order.${format}`)
    }
    expect(words).toContain('Copy as text Markdown CSV')
  })
})
