import supertest from 'supertest'
import { describe, expect } from 'vitest'
import { invalid } from '../../../src/errors.ts'
import { upload } from '../../mods/support.ts'
import { it } from '../../support/indexing.ts'
import { fillList } from '../../support/requests/forms.ts'
import { serve } from '../../support/requests/wire.ts'

const SE = '/v1/games/TESV%20Skyrim%20SE'

describe('GET /v1/games/{game}/mods/{name}/neighbours, and of plugins', () => {
  it('counts in how many of the newest public lists of the game a name is directly before and after it', async ({
    api,
    signIn,
    indexMods,
  }) => {
    const token = await signIn('Ann')
    // modlist.txt has the highest priority on top.
    await upload(api, 'one', { 'modlist.txt': '+Late\n+SkyUI\n+S_separator\n*DLC: D\n+Early\n' })
    await upload(api, 'two', { 'modlist.txt': '-Late\n-SkyUI\n+100% A/B\n+Early\n' })
    await upload(api, 'three', { 'modlist.txt': '+SkyUI\n+early\n', 'plugins.txt': '*A.esp\nB.esp\n*C.esp\n' })
    await upload(api, 'other game', { 'modlist.txt': '+Wrong\n+SkyUI\n+Wrong 2\n' }, { game: '8' })
    await upload(api, 'private', { 'modlist.txt': '+Secret\n+SkyUI\n+Secret 2\n' }, { private: '1' }, token)
    await indexMods()

    expect((await api.get(`${SE}/mods/skyui/neighbours`).expect(200)).body).toEqual({
      data: {
        lists_count: 3,
        before: [
          { name: 'early', lists_count: 2 },
          { name: '100% A/B', lists_count: 1 },
        ],
        after: [{ name: 'Late', lists_count: 2 }],
      },
    })
    expect((await api.get('/v1/games/4/mods/100%25%20A%2FB/neighbours').expect(200)).body.data).toEqual({
      lists_count: 1,
      before: [{ name: 'Early', lists_count: 1 }],
      after: [{ name: 'SkyUI', lists_count: 1 }],
    })
    expect((await api.get(`${SE}/plugins/b.ESP/neighbours`).expect(200)).body.data).toEqual({
      lists_count: 1,
      before: [{ name: 'A.esp', lists_count: 1 }],
      after: [{ name: 'C.esp', lists_count: 1 }],
    })
    const first = await api.get(`${SE}/plugins/a.esp/neighbours`).expect(200)
    expect(first.body.data).toEqual({ lists_count: 1, before: [], after: [{ name: 'B.esp', lists_count: 1 }] })
  })

  it('reads the ten newest lists, and returns at most five names on each side', async ({ api, clock, indexMods }) => {
    for (const at of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      clock.advance(1_000)
      await upload(api, `list ${at}`, { 'modlist.txt': `+After ${Math.min(at, 6)}\n+SkyUI\n+Before\n` })
    }
    await indexMods()
    const { body } = await api.get(`${SE}/mods/SkyUI/neighbours`).expect(200)
    expect(body.data).toEqual({
      lists_count: 10,
      before: [{ name: 'Before', lists_count: 10 }],
      after: [
        { name: 'After 6', lists_count: 5 },
        ...[5, 4, 3, 2].map((at) => ({ name: `After ${at}`, lists_count: 1 })),
      ],
    })
  })

  it('is 404 for an unknown game, and for a name that no public list holds any longer', async ({
    api,
    clock,
    db,
    indexMods,
  }) => {
    await upload(api, 'hidden', { 'modlist.txt': '+Gone\n' })
    await upload(api, 'soon', { 'modlist.txt': '+After\n+Soon\n' }, { expires: '3h' })
    await indexMods()
    const gone = `${SE}/mods/gone/neighbours`
    expect((await api.get(gone).expect(200)).body.data).toEqual({ lists_count: 1, before: [], after: [] })
    await db.list.update({ where: { slug: 'hidden' }, data: { hiddenAt: clock.now } })
    expect((await api.get(gone).expect(404)).body).toEqual({ message: 'Mod not found.' })

    const soon = `${SE}/mods/soon/neighbours`
    expect((await api.get(soon).expect(200)).body.data.after).toEqual([{ name: 'After', lists_count: 1 }])
    clock.advance(4 * 3_600_000)
    await api.get(soon).expect(404)
    const plugin = await api.get(`${SE}/plugins/soon/neighbours`).expect(404)
    expect(plugin.body).toEqual({ message: 'Plugin not found.' })
    await api.get(`${SE}/mods/%00/neighbours`).expect(404)
    await api.get('/v1/games/Chess/mods/soon/neighbours').expect(404)
  })

  it('has a tag that stays until an order changes', async ({ api, indexMods }) => {
    const { headers } = await fillList(api.post('/v1/lists'), { name: 'one' }, { 'modlist.txt': '+B\n+A\n' })
    await indexMods()
    const read = (tag = '') => api.get(`${SE}/mods/a/neighbours`).set('if-none-match', tag)
    const { etag = '' } = (await read().expect(200)).headers
    await upload(api, 'another', { 'modlist.txt': '+C\n' })
    await read(etag).expect(304)

    const update = api.put('/v1/lists/one').set('authorization', `Bearer ${headers['owner-key']}`)
    await fillList(update, { name: 'one' }, { 'modlist.txt': '+A\n+B\n' }).expect(200)
    expect((await read(etag).expect(200)).body.data.before).toEqual([{ name: 'B', lists_count: 1 }])
  })

  it('leaves out a list whose files take too long to read', async ({ api, catalog, indexMods }) => {
    await upload(api, 'one', { 'modlist.txt': '+A\n+B\n' })
    await indexMods()
    const { differ } = catalog
    const run: typeof differ.run = () => Promise.reject(invalid({ files: ['These files take too long to read.'] }))
    const slow = supertest(`http://127.0.0.1:${await serve({ ...catalog, differ: { ...differ, run } })}`)
    const { body } = await slow.get(`${SE}/mods/a/neighbours`).expect(200)
    expect(body.data).toEqual({ lists_count: 0, before: [], after: [] })
  })
})
