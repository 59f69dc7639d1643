import { describe, expect } from 'vitest'
import { it } from '../support/indexing.ts'
import { CRASH_LOGGER, TRAINWRECK } from '../support/profiles/logs.ts'
import { upload } from './support.ts'

const FILES = {
  'modlist.txt': '+A\n-B\n+C_separator\n*DLC: D\n+A\n',
  'plugins.txt': '*P.esp\nQ.esp\n',
  'loadorder.txt': 'Skyrim.esm\np.ESP\n',
}
const COUNTS = { mods: 2, mods_enabled: 1, plugins: 3, plugins_enabled: 1 }
const UNKNOWN = { mods: null, mods_enabled: null, plugins: null, plugins_enabled: null }

describe('include=counts', () => {
  it('adds the numbers of mods and plugins once the files of a list are read', async ({ api, signIn, indexMods }) => {
    const token = await signIn('Ann')
    await upload(api, 'full', FILES, {}, token)
    const page = async () => (await api.get('/v1/lists?include=counts').expect(200)).body.data
    expect(await page()).toMatchObject([{ counts: UNKNOWN }])

    await upload(api, 'ini', { 'skyrim.ini': '[A]\nb=c\n' }, {}, token)
    await indexMods()
    expect(await page()).toMatchObject([
      { slug: 'ini', counts: UNKNOWN },
      { slug: 'full', counts: COUNTS },
    ])
    const own = await api.get('/v1/user/lists?include=counts').set('authorization', token).expect(200)
    expect(own.body.data[1].counts).toEqual(COUNTS)
    const all = await api.get('/v1/lists?include=counts&page[size]=all&filter[mod]=a').expect(200)
    expect(all.body.data).toMatchObject([{ counts: COUNTS }])
    const one = await api.get('/v1/lists/full?include=counts').expect(200)
    expect(one.body.data.counts).toEqual(COUNTS)
    const game = await api.get('/v1/games/4?include=counts').expect(200)
    expect(game.body.data.lists[1].counts).toEqual(COUNTS)
  })

  it('counts the plugins of one file as on or off by the game of each list, as its load order does', async ({
    api,
    indexMods,
  }) => {
    const files = { 'plugins.txt': 'A.esm\nB.esp\n', 'loadorder.txt': 'Game.esm\nA.esm\n' }
    await upload(api, 'old', files, { game: '2' })
    await upload(api, 'later', files, { game: '30' })
    await indexMods()
    for (const [slug, on] of [
      ['old', 2],
      ['later', 0],
    ] as const) {
      const { body } = await api.get(`/v1/lists/${slug}?include=counts`).expect(200)
      expect(body.data.counts).toMatchObject({ plugins: 3, plugins_enabled: on })
      const { body: order } = await api.get(`/v1/lists/${slug}/load-order`).expect(200)
      expect(order.data.plugins.filter(({ enabled }: { enabled: boolean }) => enabled)).toHaveLength(on)
    }
    const one = await api.get('/v1/games/30/plugins/A.esm').expect(200)
    expect(one.body.data).toMatchObject({ lists_count: 1, enabled_count: 0 })
  })

  it('adds counts to both lists of a comparison, and to the lists to choose from', async ({ api, indexMods }) => {
    await upload(api, 'full', FILES)
    await upload(api, 'ini', { 'skyrim.ini': '[A]\nb=c\n' })
    const paths = [
      '/v1/compare/full/ini?include=counts',
      '/v1/compare?list1=full&list2=ini&include=counts',
      '/v1/compare/full/ini/changes?include=counts',
    ]
    for (const path of paths) {
      const { body } = await api.get(path).expect(200)
      expect(body.data).toMatchObject({ list1: { counts: UNKNOWN }, list2: { counts: UNKNOWN } })
    }
    const tag = (await api.get('/v1/compare/full/ini').expect(200)).headers.etag
    await indexMods()

    for (const path of paths) {
      const { body } = await api.get(path).expect(200)
      expect(body.data).toMatchObject({ list1: { counts: COUNTS }, list2: { counts: UNKNOWN } })
    }
    const choice = await api.get('/v1/compare?include=counts').expect(200)
    expect(choice.body.data).toMatchObject([
      { slug: 'ini', counts: UNKNOWN },
      { slug: 'full', counts: COUNTS },
    ])
    const plain = await api.get('/v1/compare/full/ini').expect(200)
    expect(plain.headers.etag).toBe(tag)
    expect(plain.body.data.list1).not.toHaveProperty('counts')
  })

  it('counts the plugins of a log only if no other file of the list says which plugins there are', async ({
    api,
    indexMods,
  }) => {
    await upload(api, 'alone', { 'crash.log': CRASH_LOGGER })
    await upload(api, 'pasted', { 'modlist.txt': CRASH_LOGGER })
    await upload(api, 'both', { 'crash.log': CRASH_LOGGER, 'plugins.txt': '*P.esp\nQ.esp\n' })
    await upload(api, 'none', { 'notes.txt': TRAINWRECK })
    await upload(api, 'wide', { 'wide.ini': Buffer.from(`\uFEFF${CRASH_LOGGER}`, 'utf16le') })
    await indexMods()

    const { body } = await api.get('/v1/lists?include=counts').expect(200)
    const ofLog = { mods: null, mods_enabled: null, plugins: 5, plugins_enabled: 5 }
    expect(body.data.map(({ slug, counts }: { slug: string; counts: object }) => [slug, counts])).toEqual([
      ['wide', ofLog],
      ['none', UNKNOWN],
      ['both', { mods: null, mods_enabled: null, plugins: 2, plugins_enabled: 1 }],
      ['pasted', ofLog],
      ['alone', ofLog],
    ])
    const { body: found } = await api.get('/v1/lists?filter[plugin]=Lux.esp').expect(200)
    expect(found.data.map(({ slug }: { slug: string }) => slug)).toEqual(['wide', 'pasted', 'alone'])
    expect((await api.get('/v1/games/4/mods').expect(200)).body.meta.total).toBe(0)
    expect((await api.get('/v1/games/4/plugins/Lux.esp').expect(200)).body.data.lists_count).toBe(3)
  })

  it('is exact for files with more names than are indexed', async ({ api, indexMods }) => {
    const names = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => `*Plugin ${from + at}.esp\n`).join('')
    await upload(api, 'junk', {
      'plugins.txt': names(0, 10_500),
      'loadorder.txt': names(10_400, 200).replaceAll('*', ''),
      'modlist.txt': names(0, 10_200).replaceAll('*', '-'),
    })
    await indexMods()

    const { body } = await api.get('/v1/lists?include=counts').expect(200)
    expect(body.data[0].counts).toEqual({ mods: 10_200, mods_enabled: 0, plugins: 10_600, plugins_enabled: 10_500 })
    const found = async (query: string) => (await api.get(`/v1/lists?${query}`).expect(200)).body.meta.total
    expect(await found('filter[mod]=Plugin 9999.esp')).toBe(1)
    expect(await found('filter[mod]=Plugin 10000.esp')).toBe(0)
  })
})
