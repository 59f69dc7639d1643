import { describe, expect } from 'vitest'
import { it } from '../support/indexing.ts'
import { slugsOf, upload } from './support.ts'

const FALLOUT = '8'

describe('filter[mod] and filter[plugin]', () => {
  it('find lists that hold the name in any case, on or off, and nothing else', async ({ api, indexMods }) => {
    await upload(api, 'on', { 'modlist.txt': '+SkyUI\n+USSEP\n', 'plugins.txt': '*SkyUI_SE.esp\nOff.esp\n' })
    await upload(api, 'off', { 'modlist.txt': '-skyui\n', 'loadorder.txt': 'Skyrim.esm\n' })
    await upload(api, 'unicode', { 'modlist.txt': '+\u00c9lan\n' })
    await upload(api, 'none', { 'modlist.txt': '+SkyUI Patch\n+SkyUI_separator\n*SkyUI\n' })
    await indexMods()

    expect(await slugsOf(api, 'filter[mod]=SKYUI')).toEqual(['off', 'on'])
    expect(await slugsOf(api, 'filter[plugin]=off.ESP')).toEqual(['on'])
    expect(await slugsOf(api, 'filter[plugin]=skyrim.esm')).toEqual(['off'])
    expect(await slugsOf(api, 'filter[plugin]=SkyUI')).toEqual([])
    expect(await slugsOf(api, `filter[mod]=${encodeURIComponent('e\u0301LAN')}`)).toEqual(['unicode'])
    expect(await slugsOf(api, 'filter[mod]=nobody')).toEqual([])
    expect(await slugsOf(api, `filter[mod]=${'x'.repeat(5000)}`)).toEqual([])
    expect(await slugsOf(api, 'filter[mod]=%00%ff%ed%a0%80')).toEqual([])
  })

  it('find lists that hold all names, regardless of how the array is written', async ({ api, indexMods }) => {
    await upload(api, 'both', { 'modlist.txt': '+A\n-B\n', 'plugins.txt': '*P.esp\n' })
    await upload(api, 'one', { 'modlist.txt': '+A\n' })
    await indexMods()

    expect(await slugsOf(api, 'filter[mod][]=a&filter[mod][]=b')).toEqual(['both'])
    expect(await slugsOf(api, 'filter%5Bmod%5D%5B0%5D=a&filter%5Bmod%5D%5B1%5D=b')).toEqual(['both'])
    expect(await slugsOf(api, 'filter[mod]=a&filter[plugin]=p.esp')).toEqual(['both'])
    expect(await slugsOf(api, 'filter[mod][]=a&filter[mod][]=nobody')).toEqual([])
    expect(await slugsOf(api, 'filter[mod]=nobody&filter[mod]=a')).toEqual(['one', 'both'])
    expect(await slugsOf(api, 'filter[mod]=&filter[mod][]=')).toEqual(['one', 'both'])
  })

  it('can be combined with all other filters, orders and pages', async ({ api, clock, signIn, indexMods }) => {
    const token = await signIn('Ann')
    for (const name of ['first', 'second', 'third']) {
      await upload(api, name, { 'modlist.txt': `+A\n+${name}\n` }, { game: name === 'third' ? FALLOUT : '4' }, token)
      clock.advance(1000)
    }
    await upload(api, 'anonymous', { 'modlist.txt': '+A\n' })
    await indexMods()

    expect(await slugsOf(api, 'filter[mod]=a&filter[game]=Fallout 4')).toEqual(['third'])
    expect(await slugsOf(api, 'filter[mod]=a&filter[author]=ann&sort=created')).toEqual(['first', 'second', 'third'])
    expect(await slugsOf(api, 'filter[mod]=a&filter[search]=second')).toEqual(['second'])
    const { body } = await api.get('/v1/lists?filter[mod]=a&page[size]=1&page[number]=2').expect(200)
    expect(body.data).toMatchObject([{ slug: 'third' }])
    expect(body.meta).toMatchObject({ total: 4, last_page: 4 })
    expect(body.links.next).toContain('filter%5Bmod%5D=a')
    expect(await slugsOf(api, 'filter[mod]=a&page[size]=all')).toHaveLength(4)
    const ofGame = await api.get('/v1/games/4?filter[mod]=second').expect(200)
    expect(ofGame.body.data.lists).toMatchObject([{ slug: 'second' }])
  })

  it('find private lists only for their author', async ({ api, signIn, indexMods }) => {
    const token = await signIn('Ann')
    const slug = await upload(api, 'mine', { 'modlist.txt': '+A\n' }, { private: '1' }, token)
    await indexMods()

    expect(await slugsOf(api, 'filter[mod]=a')).toEqual([])
    expect(await slugsOf(api, 'filter[mod]=a', '/v1/user/lists', token)).toEqual([slug])
  })

  it('no longer find a list once it is private, deleted or expired', async ({ api, clock, signIn, indexMods }) => {
    const token = await signIn('Ann')
    const headers = { authorization: `Bearer ${token}` }
    await upload(api, 'hide', { 'modlist.txt': '+A\n' }, {}, token)
    await upload(api, 'delete', { 'modlist.txt': '+A\n' }, {}, token)
    await upload(api, 'expire', { 'modlist.txt': '+A\n' }, { expires: '3h' }, token)
    await indexMods()
    expect(await slugsOf(api, 'filter[mod]=a')).toHaveLength(3)

    await api.patch('/v1/lists/hide').set(headers).send({ private: true }).expect(200)
    await api.delete('/v1/lists/delete').set(headers).expect(204)
    clock.advance(3 * 3_600_000)
    expect(await slugsOf(api, 'filter[mod]=a')).toEqual([])
  })

  it('follow an update of files and of the game', async ({ api, signIn, indexMods }) => {
    const token = await signIn('Ann')
    await upload(api, 'list', { 'modlist.txt': '+A\n+B\n' }, {}, token)
    await indexMods()
    await api
      .patch('/v1/lists/list')
      .set('authorization', token)
      .field('game', FALLOUT)
      .attach('files[]', Buffer.from('+B\n+C\n'), 'modlist.txt')
      .expect(200)
    await indexMods()

    expect(await slugsOf(api, 'filter[mod]=a')).toEqual([])
    expect(await slugsOf(api, 'filter[mod]=c&filter[game]=fallout 4')).toEqual(['list'])
  })

  it('are refused for more than ten names (422)', async ({ api }) => {
    const names = (count: number) => Array.from({ length: count }, (_, at) => `filter[mod][]=m${at}`).join('&')
    await api.get(`/v1/lists?${names(10)}`).expect(200)
    const message = 'A search can have at most 10 mods and plugins.'

    const { body } = await api.get(`/v1/lists?${names(11)}`).expect(422)
    expect(body).toEqual({ message, errors: { 'filter[mod][]': [message] } })
    await api.get(`/v1/lists?${names(10)}&filter[plugin]=p`).expect(422)
    await api.get(`/v1/games/4?${names(11)}`).expect(422)
    await api.get('/v1/lists?filter[mods]=a').expect(422)
  })
})
