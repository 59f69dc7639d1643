import { describe, expect } from 'vitest'
import { it } from '../support/indexing.ts'
import { slugsOf, upload } from './support.ts'

const SE = '/v1/games/TESV%20Skyrim%20SE'
const API = 'https://api.example.com/v1'

describe('GET /v1/games/{game}/mods', () => {
  it('returns the mods that public lists hold, most lists first, then by name', async ({ api, signIn, indexMods }) => {
    const token = await signIn('Ann')
    await upload(api, 'one', { 'modlist.txt': '+SkyUI\n-B\n+A\n+S_separator\n*DLC: D\n' })
    await upload(api, 'two', { 'modlist.txt': '-SkyUI\n' })
    await upload(api, 'private', { 'modlist.txt': '+SkyUI\n+Secret\n' }, { private: '1' }, token)
    await upload(api, 'other game', { 'modlist.txt': '+SkyUI\n' }, { game: '8' })
    await indexMods()

    const { body } = await api.get('/v1/games/4/mods').expect(200)
    expect(body.data).toMatchObject([
      {
        name: 'SkyUI',
        kind: 'mod',
        lists_count: 2,
        enabled_count: 1,
        links: {
          self: `${API}/games/TESV%20Skyrim%20SE/mods/SkyUI`,
          lists: `${API}/lists?filter%5Bmod%5D=SkyUI&filter%5Bgame%5D=TESV%20Skyrim%20SE`,
        },
      },
      { name: 'A', lists_count: 1, enabled_count: 1 },
      { name: 'B', lists_count: 1, enabled_count: 0 },
    ])
    expect(body.meta).toMatchObject({ total: 3, per_page: 30, from: 1, to: 3 })
    expect(body.meta).not.toHaveProperty('index')
    expect(await slugsOf(api, body.data[0].links.lists.split('?')[1])).toEqual(['two', 'one'])
  })

  it('sorts, searches words from their beginning, and pages', async ({ api, indexMods }) => {
    await upload(api, 'one', { 'modlist.txt': '+SkyUI Patch\n+Élan Vital\n+ski\n', 'plugins.txt': '*SkyUI_SE.esp\n' })
    await upload(api, 'two', { 'modlist.txt': '+ski\n' })
    await indexMods()
    const names = async (query: string) => {
      const { body } = await api.get(`${SE}/mods?${query}`).expect(200)
      return body.data.map(({ name }: { name: string }) => name)
    }

    expect(await names('sort=name')).toEqual(['ski', 'SkyUI Patch', 'Élan Vital'])
    expect(await names('sort=-name')).toEqual(['Élan Vital', 'SkyUI Patch', 'ski'])
    expect(await names('sort=lists')).toEqual(['SkyUI Patch', 'Élan Vital', 'ski'])
    expect(await names('filter[search]=elan')).toEqual(['Élan Vital'])
    expect(await names('filter[search]=pat sky')).toEqual(['SkyUI Patch'])
    expect(await names('filter[search]=kyui')).toEqual([])
    expect(await names('filter[search]=%25')).toEqual([])
    expect(await names('filter[kind]=plugin')).toEqual(['SkyUI_SE.esp'])
    expect(await names('page[size]=1&page[number]=2&sort=name')).toEqual(['SkyUI Patch'])
    expect(await names('page[number]=9')).toEqual([])
  })

  it('shows each name as the newest list writes it', async ({ api, clock, signIn, indexMods }) => {
    const token = await signIn('Ann')
    const shown = async () => (await api.get(`${SE}/mods/SKYUI`).expect(200)).body.data.name
    await upload(api, 'old', { 'modlist.txt': '+SkyUI\n' }, {}, token)
    await indexMods()
    clock.advance(1000)
    await upload(api, 'new', { 'modlist.txt': '+skyui\n' }, {}, token)
    await indexMods()
    expect(await shown()).toBe('skyui')

    await api.delete('/v1/lists/new').set('authorization', token).expect(204)
    await indexMods()
    expect(await shown()).toBe('SkyUI')
  })

  it('follows lists that expire, are made private or are deleted', async ({ api, clock, signIn, indexMods }) => {
    const token = await signIn('Ann')
    const headers = { authorization: token }
    const count = async () => (await api.get(`${SE}/mods?filter[search]=a`).expect(200)).body.data[0]?.lists_count
    await upload(api, 'stay', { 'modlist.txt': '+A\n' }, {}, token)
    await upload(api, 'expire', { 'modlist.txt': '+A\n' }, { expires: '3h' }, token)
    await upload(api, 'hide', { 'modlist.txt': '+A\n' }, {}, token)
    await upload(api, 'delete', { 'modlist.txt': '+A\n' }, {}, token)
    await indexMods()
    expect(await count()).toBe(4)

    await api.patch('/v1/lists/hide').set(headers).send({ private: true }).expect(200)
    await api.delete('/v1/lists/delete').set(headers).expect(204)
    clock.advance(3 * 3_600_000)
    await indexMods()
    expect(await count()).toBe(1)

    await api.patch('/v1/lists/hide').set(headers).send({ private: false }).expect(200)
    await api.delete('/v1/lists/stay').set(headers).expect(204)
    await indexMods()
    expect(await count()).toBe(1)
    await api.delete('/v1/lists/hide').set(headers).expect(204)
    await indexMods()
    expect(await count()).toBeUndefined()
    await api.get(`${SE}/mods/a`).expect(404)
  })

  it('refuses an unknown game (404) and bad parameters (422)', async ({ api }) => {
    await api.get('/v1/games/Chess/mods').expect(404)
    for (const query of [
      'filter[kind]=separator',
      'filter[game]=4',
      'sort=created',
      'page[size]=all',
      'page[size]=901',
    ]) {
      const { body } = await api.get(`/v1/games/4/mods?${query}`).expect(422)
      expect(Object.keys(body.errors)).toEqual([query.split('=')[0]])
      expect(body.message).not.toContain('"all"')
    }
  })
})

describe('GET /v1/games/{game}/mods/{name} and /plugins/{name}', () => {
  it('find a name in any case, with the names that its lists share', async ({ api, indexMods }) => {
    await upload(api, 'one', { 'modlist.txt': '+A\n+B\n+C\n', 'plugins.txt': '*P.esp\n' })
    await upload(api, 'two', { 'modlist.txt': '+A\n-B\n+D\n' })
    await upload(api, 'three', { 'modlist.txt': '+C\n' })
    await upload(api, 'four', { 'modlist.txt': '+C\n' })
    await indexMods()

    const { body } = await api.get('/v1/games/tesv skyrim se/mods/a').expect(200)
    expect(body).toMatchObject({ data: { name: 'A', kind: 'mod', lists_count: 2, versions: [], sources: [] } })
    expect(body.data.beside).toEqual([
      { name: 'B', both: 2, lists_count: 2 }, // 2 of 2
      { name: 'D', both: 1, lists_count: 1 }, // 1 of 2
      { name: 'C', both: 1, lists_count: 3 }, // 1 of 4
    ])
    const plugin = await api.get(`${SE}/plugins/p.ESP`).expect(200)
    expect(plugin.body.data).toMatchObject({ name: 'P.esp', kind: 'plugin', beside: [] })
  })

  it('return versions and sources of public lists, most lists first', async ({ api, indexMods }) => {
    const csv = (version: string, id: string) =>
      `#Mod_Name,#Mod_Version,#Nexus_ID,#Mod_Nexus_URL\nA,${version},${id},\nB,1,,https://example.com/b\nC,9,9,\n`
    const files = (version: string) => ({ 'modlist.txt': '+A\n+B\n', 'mods.csv': csv(version, '12604') })
    await upload(api, 'one', files('1.0'))
    await upload(api, 'two', files('2.0'))
    await upload(api, 'three', files('2.0'))
    await upload(api, 'private', files('3.0'), { private: '1' })
    await indexMods()

    const { body } = await api.get(`${SE}/mods/a`).expect(200)
    expect(body.data).toMatchObject({
      versions: [
        { version: '2.0', lists_count: 2 },
        { version: '1.0', lists_count: 1 },
      ],
      sources: [{ url: 'https://www.nexusmods.com/skyrimspecialedition/mods/12604', lists_count: 3 }],
    })
    const other = await api.get(`${SE}/mods/b`).expect(200)
    expect(other.body.data.sources).toEqual([{ url: 'https://example.com/b', lists_count: 3 }])
    await api.get(`${SE}/mods/c`).expect(404)
  })

  it('return 404 for an unknown game and for names that no public list holds', async ({ api, indexMods }) => {
    await upload(api, 'private', { 'modlist.txt': '+A\n' }, { private: '1' })
    await upload(api, 'other', { 'modlist.txt': '+B\n' }, { game: '8' })
    await indexMods()

    for (const path of [
      '/v1/games/Chess/mods/a',
      `${SE}/mods/a`,
      `${SE}/mods/b`,
      `${SE}/plugins/b`,
      `${SE}/mods/%00`,
    ]) {
      await api.get(path).expect(404)
    }
  })
})
