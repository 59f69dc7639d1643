import { describe, expect } from 'vitest'
import { upload } from '../../mods/support.ts'
import { it } from '../../support/indexing.ts'

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
    expect(text).toMatch(/<input name="mod" value="skyui"/)
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
