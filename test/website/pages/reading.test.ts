import { describe, expect } from 'vitest'
import { clientOf } from '../../commands/remote/terminal.ts'
import { runIn } from '../../support/commands/run.ts'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'
import { openPage } from '../../support/website/pages.ts'

const BY_DATE = 'In the order of plugins.txt; the game goes by the dates of the files.'
const IN_ORDER = 'Plugins load in this order; later ones override earlier ones.'

describe('the page of a list with plugins', () => {
  it.for([
    ['1', { 'plugins.txt': 'A.esp\n' }, BY_DATE],
    ['2', { 'plugins.txt': 'A.esp\n' }, BY_DATE],
    ['6', { 'plugins.txt': 'A.esp\n' }, BY_DATE],
    ['7', { 'plugins.txt': 'A.esp\n' }, BY_DATE],
    ['10', { 'plugins.txt': 'A.esp\n' }, BY_DATE],
    ['2', { 'plugins.txt': 'A.esp\n', 'loadorder.txt': 'A.esp\n' }, IN_ORDER],
    ['3', { 'plugins.txt': 'A.esp\n' }, IN_ORDER],
    ['4', { 'plugins.txt': '*A.esp\n' }, IN_ORDER],
  ] as const)('says whether they load in this order, in game %s with %j', async ([game, files, expected], { api }) => {
    await fillList(api.post('/v1/lists'), { game }, files).expect(201)
    const { words } = await openPage(api, '/lists/my-list')
    expect([words.includes(BY_DATE), words.includes(IN_ORDER)]).toEqual([expected === BY_DATE, expected === IN_ORDER])
  })
})

describe('a list that changes its game', () => {
  it('is read by the game of each revision, in load orders, comparisons and the changelog', async ({
    api,
    signIn,
    port,
  }) => {
    const token = `Bearer ${await signIn('Ann')}`
    const files = { 'plugins.txt': 'A.esp\nB.esp\n' }
    await fillList(api.post('/v1/lists').set('authorization', token), { name: 'Mine', game: '2' }, files).expect(201)
    const put = api.put('/v1/lists/mine').set('authorization', token)
    await fillList(put, { name: 'Mine', game: '30' }, files).expect(200)
    const states = async (path: string) =>
      (await api.get(`/v1/lists/${path}`).expect(200)).body.data.plugins.map(
        ({ enabled }: { enabled: boolean }) => enabled,
      )
    expect(await states('mine/load-order')).toEqual([false, false])
    expect((await openPage(api, '/lists/mine?tab=plugins')).words).toContain('off A.esp off B.esp')
    const { body } = await api.get('/v1/compare/mine@1/mine@2/changes').expect(200)
    expect(body.data.plugins.counts).toMatchObject({ disabled: 2, enabled: 0 })
    expect((await api.get('/v1/lists/mine/changelog.md').expect(200)).text).toContain('2 plugins switched off')
    expect((await openPage(api, '/lists/mine/history')).words).toContain('2 plugins switched off')
    const environment = clientOf(port)
    const compared = await runIn({ ...environment, CATALOG_TOKEN: token.slice(7) }, 'changes', 'mine@1', 'mine')
    expect([compared.status, compared.printed]).toEqual([1, expect.stringContaining('\n2 plugins switched off\n')])
  })
})

describe('a file that can’t be read', () => {
  it.for([
    ['a.ckan', '{"kind":'],
    ['collection.json', '[1'],
    ['LauncherData.xml', '<UserData>'],
    ['modsettings.lsx', '<save'],
    ['ModsConfig.xml', ''],
    ['a.rml', '<savedModList>'],
    ['mods.yml', '- a: [\n'],
    ['export.r2x', 'mods: {'],
    ['mod-list.json', '{'],
    ['any.json', '{"a": '],
  ] as const)('is stored as it came, with a note on its page and in the API: %s', async ([name, text], { api, db }) => {
    await fillList(api.post('/v1/lists'), {}, { [name]: text }).expect(201)
    expect((await db.file.findMany()).map((file) => Buffer.from(file.content).toString())).toEqual([text])
    const { body } = await api.get('/v1/lists/my-list/load-order').expect(200)
    expect(body.data).toMatchObject({
      mods: null,
      plugins: null,
      settings: [],
      notes: [{ file: name, code: 'unreadable', count: 1 }],
    })
    const { words } = await openPage(api, '/lists/my-list')
    expect(words).toContain('could not be read; its syntax is broken')
    expect(words).toContain(`No mods or plugins are read from ${name}: it is kept as text.`)
  })
})
