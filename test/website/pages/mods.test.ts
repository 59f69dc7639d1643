import supertest from 'supertest'
import { describe, expect } from 'vitest'
import { invalid } from '../../../src/errors.ts'
import { upload } from '../../mods/support.ts'
import { it } from '../../support/indexing.ts'
import { fillList } from '../../support/requests/forms.ts'
import { serve } from '../../support/requests/wire.ts'
import { textOf } from '../../support/website/pages.ts'

const FILES = { 'modlist.txt': '+SkyUI\n-A&B\n+S_separator\n*DLC: D\n', 'plugins.txt': '*SkyUI_SE.esp\n' }
const GAME = '/games/TESV%20Skyrim%20SE'

describe('the page of a game', () => {
  it('shows the most common mods, each linked to its page, and finds them by search', async ({ api, indexMods }) => {
    await upload(api, 'one', FILES)
    await upload(api, 'two', { 'modlist.txt': '+SkyUI\n' })
    await indexMods()

    const { text } = await api.get(GAME).set('accept', 'text/html').expect(200)
    expect(text).toContain('<a href="/games/TESV%20Skyrim%20SE/mods/A%26B"><bdi>A&amp;B</bdi></a>')
    expect(text.indexOf('<bdi>SkyUI</bdi>')).toBeLessThan(text.indexOf('<bdi>A&amp;B</bdi>'))
    const found = await api.get(`${GAME}?search=sky`).expect(200)
    expect(found.text).not.toContain('A&amp;B')
    const plugins = await api.get(`${GAME}?kind=plugin`).expect(200)
    expect(plugins.text).toContain('/plugins/SkyUI_SE.esp')
    expect((await api.get(`${GAME}?search=nobody`).expect(200)).text).toContain('No public list has such a mod.')
    await api.get('/games/Chess').set('accept', 'text/html').expect(404)
    expect((await api.get('/games').expect(200)).text).toContain(`href="${GAME}"`)
  })
})

describe('the page of a mod', () => {
  it('shows versions, sources, mods that its lists share, and the newest lists', async ({ api, indexMods }) => {
    const csv = '#Mod_Name,#Mod_Version,#Mod_Nexus_URL\nSkyUI,5.2,https://example.com/skyui\n'
    await upload(api, 'one', { ...FILES, 'mods.csv': csv })
    await indexMods()

    const { text } = await api.get(`${GAME}/mods/skyui`).set('accept', 'text/html').expect(200)
    expect(text).toContain('in 1 public list, switched on in 1')
    expect(text).toContain('<bdi>5.2</bdi>')
    expect(text).toContain('<a href="https://example.com/skyui" rel="nofollow noopener ugc">example.com/skyui</a>')
    expect(text).toContain(`<a href="${GAME}/mods/A%26B">`)
    expect(text).toContain('<a href="/lists/one">')
    expect(text).toContain('/lists?game=TESV+Skyrim+SE&amp;mod=SkyUI')
    await api.get(`${GAME}/mods/nobody`).set('accept', 'text/html').expect(404)
    expect((await api.get(`${GAME}/plugins/skyui_se.esp`).expect(200)).text).toContain('SkyUI_SE.esp')
  })
})

/** Returns the rows under a heading of a page: the text of each, and whether it has a bar. */
const rowsUnder = (html: string, heading: string): [string, boolean][] => {
  const [, table = ''] = html.split(`<h2>${heading}</h2>`)[1]?.split('</table>')[0]?.split('<tbody>') ?? []
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([row]) => [textOf(row), row.includes('<svg')])
}

describe('the neighbours of a mod or plugin', () => {
  it('are those before and after it in the orders of its newest lists, with bars only if numbers differ', async ({
    api,
    indexMods,
  }) => {
    // modlist.txt has the highest priority on top.
    await upload(api, 'one', { 'modlist.txt': '+Late\n+SkyUI\n+S_separator\n*DLC: D\n+Early\n' })
    await upload(api, 'two', { 'modlist.txt': '-Late\n-SkyUI\n+<b>Other\n+Early\n' })
    await upload(api, 'three', { 'modlist.txt': '+SkyUI\n+early\n', 'plugins.txt': '*A.esp\nB.esp\n*C.esp\n' })
    await upload(api, 'private', { 'modlist.txt': '+Secret\n+SkyUI\n+Secret 2\n' }, { private: '1' })
    await indexMods()

    const { text } = await api.get(`${GAME}/mods/skyui`).set('accept', 'text/html').expect(200)
    expect(rowsUnder(text, 'Usually directly before it')).toEqual([
      ['early 2', true],
      ['<b>Other 1', true],
    ])
    expect(rowsUnder(text, 'Usually directly after it')).toEqual([['Late 2', false]])
    expect(text).toContain(`<a href="${GAME}/mods/%3Cb%3EOther">`)
    expect(text).not.toContain('Secret')
    const plugin = await api.get(`${GAME}/plugins/b.esp`).set('accept', 'text/html').expect(200)
    expect(rowsUnder(plugin.text, 'Usually directly before it')).toEqual([['A.esp 1', false]])
    expect(rowsUnder(plugin.text, 'Usually directly after it')).toEqual([['C.esp 1', false]])
    const first = await api.get(`${GAME}/plugins/a.esp`).set('accept', 'text/html').expect(200)
    expect(first.text).not.toContain('Usually directly before it')

    // A change of an order is seen, like any other change of a list.
    const { headers } = await fillList(api.post('/v1/lists'), { name: 'four' }, { 'modlist.txt': '+SkyUI\n+Early\n' })
    await indexMods()
    const shownBefore = async () =>
      rowsUnder((await api.get(`${GAME}/mods/skyui`).set('accept', 'text/html')).text, 'Usually directly before it')
    expect(await shownBefore()).toEqual([
      ['Early 3', true],
      ['<b>Other 1', true],
    ])
    const update = api.put('/v1/lists/four').set('authorization', `Bearer ${headers['owner-key']}`)
    await fillList(update, { name: 'four' }, { 'modlist.txt': '+Early\n+SkyUI\n' }).expect(200)
    expect(await shownBefore()).toEqual([
      ['early 2', true],
      ['<b>Other 1', true],
    ])
  })

  it('leave out a list whose files take too long to read', async ({ api, catalog, indexMods }) => {
    await upload(api, 'one', FILES)
    await indexMods()
    const { differ } = catalog
    const run: typeof differ.run = () => Promise.reject(invalid({ files: ['These files take too long to read.'] }))
    const slow = supertest(`http://127.0.0.1:${await serve({ ...catalog, differ: { ...differ, run } })}`)
    const { text } = await slow.get(`${GAME}/mods/skyui`).set('accept', 'text/html').expect(200)
    expect(text).toContain('in 1 public list')
    expect(text).not.toContain('Usually directly')
  })
})

describe('the collection', () => {
  it('is filtered by a mod, and its cards show how many mods and plugins lists have', async ({ api, indexMods }) => {
    await upload(api, 'one', FILES)
    await upload(api, 'two', { 'modlist.txt': '+Other\n' })
    await indexMods()

    const all = await api.get('/lists').set('accept', 'text/html').expect(200)
    expect(all.text).toContain('<span>2 mods</span><span>1 plugin</span>')
    const { text } = await api.get('/lists?mod=skyui').expect(200)
    expect(text).toContain('href="/lists/one"')
    expect(text).not.toContain('href="/lists/two"')
    expect(text).toMatch(/<input id="mod" name="mod" value="skyui"/)
    expect((await api.get('/lists?plugin=nobody.esp').expect(200)).text).toContain('No lists match your search.')
  })
})

describe('the page of a list', () => {
  it('links mods to their pages, unless the list is unlisted', async ({ api, signIn, indexMods }) => {
    const token = await signIn('Ann')
    const open = await upload(api, 'open', FILES)
    const hidden = await upload(api, 'hidden', FILES, { private: '1' }, token)
    await indexMods()

    const { text } = await api.get(`/lists/${open}`).set('accept', 'text/html').expect(200)
    expect(text).toContain('<a href="/games/4/mods/A&amp;B">A&amp;B</a>')
    await api.get('/games/4/mods/A%26B').set('accept', 'text/html').expect(200)
    expect((await api.get(`/lists/${hidden}`).expect(200)).text).not.toContain('/games/4/mods/')
  })
})
