import iconv from 'iconv-lite'
import { expect } from 'vitest'
import { CODE_PAGES } from '../../src/text/code-pages.ts'
import { it } from '../support/indexing.ts'
import { PAGE_NAMES } from '../support/profiles/code-pages.ts'
import { fillList } from '../support/requests/forms.ts'
import { slugsOf, upload } from './support.ts'

/** plugins.txt in windows-1251: the first plugin is on, the second is off. */
const PLUGINS = iconv.encode('*Броня.esp\r\nЩит.esp\r\n', 'windows-1251')
const LOADORDER = 'Skyrim.esm\nброня.esp\nЩит.esp\n'

it.for(CODE_PAGES)(
  'finds and counts the plugins of a plugins.txt in %s by their names in loadorder.txt, as the load order has them',
  async (page, { api, indexMods }) => {
    const names = PAGE_NAMES[page]
    const [first = '', ...others] = names
    const plugins = iconv.encode([`*${first}`, ...others].join('\r\n'), page)
    await upload(api, 'list', { 'plugins.txt': plugins, 'loadorder.txt': names.join('\r\n') })
    await indexMods()

    const { body } = await api.get('/v1/lists/list?include=counts').expect(200)
    expect(body.data.counts).toMatchObject({ plugins: names.length, plugins_enabled: 1 })
    for (const name of names) {
      expect(await slugsOf(api, `filter[plugin]=${encodeURIComponent(name)}`)).toEqual(['list'])
      const plugin = await api.get(`/v1/games/4/plugins/${encodeURIComponent(name)}`).expect(200)
      expect(plugin.body.data).toMatchObject({ lists_count: 1, enabled_count: name === first ? 1 : 0 })
    }
    const all = await api.get('/v1/games/4/mods?filter[kind]=plugin').expect(200)
    expect(all.body.meta.total).toBe(names.length)
    const order = await api.get('/v1/lists/list/load-order').expect(200)
    expect(order.body.data.plugins).toHaveLength(names.length)
  },
)

it('decides about the code page of one file in each of its lists, and again when loadorder.txt changes', async ({
  api,
  db,
  signIn,
  indexMods,
}) => {
  const token = await signIn('Ann')
  await upload(api, 'alone', { 'plugins.txt': PLUGINS })
  await upload(api, 'named', { 'plugins.txt': PLUGINS, 'loadorder.txt': LOADORDER })
  await upload(api, 'changed', { 'plugins.txt': PLUGINS, 'loadorder.txt': 'A.esp\n' }, {}, token)
  await indexMods()
  const countsOf = async (slug: string) => (await api.get(`/v1/lists/${slug}?include=counts`)).body.data.counts
  expect(await countsOf('alone')).toMatchObject({ plugins: 2, plugins_enabled: 1 })
  expect(await countsOf('named')).toMatchObject({ plugins: 3, plugins_enabled: 1 })
  expect(await countsOf('changed')).toMatchObject({ plugins: 3, plugins_enabled: 1 })
  const holding = (name: string) => slugsOf(api, `filter[plugin]=${encodeURIComponent(name)}`)
  expect(await holding('Броня.esp')).toEqual(['named'])
  expect(await holding('Áðîíÿ.esp')).toEqual(['changed', 'alone'])
  expect(await db.fileReading.count({ where: { isInCodePage: true } })).toBe(1)

  const files = { 'plugins.txt': PLUGINS, 'loadorder.txt': LOADORDER }
  await fillList(api.put('/v1/lists/changed').set('authorization', token), { name: 'changed' }, files).expect(200)
  await indexMods()
  expect(await holding('Броня.esp')).toEqual(['changed', 'named'])
  expect(await holding('Áðîíÿ.esp')).toEqual(['alone'])
  const { body } = await api.get(`/v1/games/4/plugins/${encodeURIComponent('Броня.esp')}`).expect(200)
  expect(body.data).toMatchObject({ lists_count: 2, enabled_count: 2 })
})

it.for([
  ['UTF-8', Buffer.from('*Броня.esp\n')],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFF*Броня.esp\n')],
  ['ASCII', Buffer.from('*A.esp\n')],
  ['a code page, behind the byte order mark of UTF-8', Buffer.concat([Buffer.from('\uFEFF'), PLUGINS])],
] as const)('looks for no code page in %s', async ([, plugins], { api, db, indexMods }) => {
  await upload(api, 'list', { 'plugins.txt': plugins, 'loadorder.txt': LOADORDER })
  await indexMods()
  expect(await db.fileReading.count()).toBe(2)
  expect(await db.fileReading.count({ where: { isInCodePage: true } })).toBe(0)
})
