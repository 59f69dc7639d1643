import { describe, expect } from 'vitest'
import { countLists } from '../../../src/lists/queries.ts'
import { it } from '../../support/indexing.ts'
import { upload } from '../support.ts'

const MODS = 'https://api.example.com/v1/lists?filter%5Bmod%5D='

describe('GET /v1/search', () => {
  it('returns lists by their words, mods of all games by theirs, and authors by a part of their name', async ({
    api,
    signIn,
    indexMods,
  }) => {
    const token = await signIn('Frostie')
    await upload(api, 'Frost and fire', { 'modlist.txt': '+Frostfall\n+Frost\n' }, {}, token)
    await upload(api, 'Other game', { 'modlist.txt': '+frostfall\n' }, { game: '8' })
    await indexMods()

    const { body } = await api.get('/v1/search?query=FROST').expect(200)
    expect(body.data.lists.map(({ slug }: { slug: string }) => slug)).toEqual(['frost-and-fire'])
    expect(body.data.mods).toEqual([
      { name: 'Frost', lists_count: 1, links: { lists: `${MODS}Frost` } },
      { name: 'Frostfall', lists_count: 2, links: { lists: `${MODS}Frostfall` } },
    ])
    expect(body.data.authors).toEqual([{ name: 'Frostie', verified: false }])
    expect(body.meta).toEqual({ total: 1 })
  })

  it('finds no private, hidden or expired list, and neither its mods nor its author', async ({
    api,
    clock,
    db,
    signIn,
    indexMods,
  }) => {
    const token = await signIn('Secretary')
    await upload(api, 'Secret one', { 'modlist.txt': '+Secret A\n' }, { private: '1' }, token)
    await upload(api, 'Secret two', { 'modlist.txt': '+Secret B\n' }, { expires: '3h' })
    await upload(api, 'Secret three', { 'modlist.txt': '+Secret C\n' })
    await db.list.update({ where: { slug: 'secret-three' }, data: { hiddenAt: clock.now } })
    clock.advance(4 * 3_600_000)
    await indexMods()

    const { body } = await api.get('/v1/search?query=secret').expect(200)
    expect(body).toEqual({ data: { lists: [], mods: [], authors: [] }, meta: { total: 0 } })
    expect(await countLists(db, {}, clock.now)).toBe(0)
  })

  it('returns at most ten of each, and the number of all lists', async ({ api, signIn, indexMods }) => {
    const mods = Array.from({ length: 12 }, (_, number) => `+Many ${number}`).join('\n')
    for (let number = 0; number < 11; number++) {
      await upload(api, `Many ${number}`, { 'modlist.txt': mods }, {}, await signIn(`Many ${number}`))
    }
    await indexMods()

    const { body } = await api.get('/v1/search?query=many').expect(200)
    expect(body.data.lists).toHaveLength(10)
    expect(body.data.lists[0].slug).toBe('many-10')
    expect(body.data.mods).toHaveLength(10)
    expect(body.data.authors).toHaveLength(10)
    expect(body.meta.total).toBe(11)
  })

  it('takes any text literally, and finds nothing without words', async ({ api, signIn, indexMods }) => {
    const token = await signIn('Ann')
    await upload(api, 'One', { 'modlist.txt': "+Ann's 100% <b>mod</b>\n" }, {}, token)
    await indexMods()
    const found = async (query: string) => {
      const { body } = await api.get(`/v1/search?query=${encodeURIComponent(query)}`).expect(200)
      const names = (of: string) => body.data[of].map(({ name }: { name: string }) => name)
      return { lists: names('lists'), mods: names('mods'), authors: names('authors') }
    }

    expect(await found('100% <b>')).toEqual({ lists: [], mods: ["Ann's 100% <b>mod</b>"], authors: [] })
    for (const text of ['%', '_', "'", '\\', '\u0000', "'; --", '   ', '']) {
      expect(await found(text)).toEqual({ lists: [], mods: [], authors: [] })
    }
    expect(await found('a'.repeat(5_000))).toEqual({ lists: [], mods: [], authors: [] })
    await api.get('/v1/search').expect(200)
  })

  it('says so while an existing catalog is being indexed', async ({ api, db }) => {
    const { body } = await api.get('/v1/search?query=zz').expect(200)
    expect(body.meta).toEqual({ total: 0 })
    await upload(api, 'One', { 'modlist.txt': '+A\n' })
    await db.unindexedList.updateMany({ data: { backlog: true } })

    const during = await api.get('/v1/search?query=zz').expect(200)
    expect(during.body.meta).toEqual({ total: 0, index: { complete: false } })
  })
})
