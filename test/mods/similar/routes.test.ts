import { describe, expect } from 'vitest'
import { findSimilar } from '../../../src/mods/similar-queries.ts'
import { it } from '../../support/indexing.ts'
import type { TestFixtures } from '../../support/it.ts'
import { upload } from '../support.ts'

/** Returns the slugs and differences of the lists that are similar to a list. */
async function similarTo(api: TestFixtures['api'], slug: string): Promise<[string, number][]> {
  const { body } = await api.get(`/v1/lists/${slug}/similar`).expect(200)
  return body.data.map((list: { slug: string; differences: number }) => [list.slug, list.differences])
}

const modlist = (...lines: string[]) => ({ 'modlist.txt': `${lines.join('\n')}\n` })

describe('GET /v1/lists/{slug}/similar', () => {
  it('counts mods and plugins that only one list has, or that are on in only one of them', async ({
    api,
    indexMods,
  }) => {
    const files = { ...modlist('+A', '+B', '+C', '-D', '+S_separator'), 'plugins.txt': '*A.esp\n*B.esp\n' }
    await upload(api, 'mine', files)
    await upload(api, 'equal', files)
    await upload(api, 'one off', { ...files, ...modlist('+A', '+B', '-C', '-D') })
    await upload(api, 'others', { ...modlist('+a', '+B', '+X', '+Y'), 'plugins.txt': '*A.esp\nB.esp\n' })
    await indexMods()

    // 'others' has A and B, but neither C nor D; X and Y are only there; its plugin B is off.
    expect(await similarTo(api, 'mine')).toEqual([
      ['equal', 0],
      ['one-off', 1],
      ['others', 5],
    ])
    expect(await similarTo(api, 'others')).toEqual([
      ['one-off', 5],
      ['equal', 5],
      ['mine', 5],
    ])
    const { body } = await api.get('/v1/lists/mine/similar').expect(200)
    expect(body.data[0]).toMatchObject({ name: 'equal', game: { name: 'TESV Skyrim SE' }, private: false })
    expect(body).not.toHaveProperty('meta')
  })

  it('returns at most five, with the fewest differences first', async ({ api, indexMods }) => {
    await upload(api, 'mine', modlist('+A'))
    for (const more of [6, 2, 4, 1, 5, 3]) {
      await upload(api, `more ${more}`, modlist('+A', ...Array.from({ length: more }, (_, at) => `+M${more} ${at}`)))
    }
    await indexMods()
    expect(await similarTo(api, 'mine')).toEqual([1, 2, 3, 4, 5].map((more) => [`more-${more}`, more]))
  })

  it('never returns the list itself, nor a list of another game, without a common name, unlisted, hidden or expired', async ({
    api,
    clock,
    db,
    signIn,
    indexMods,
  }) => {
    const token = await signIn('Ann')
    await upload(api, 'mine', modlist('+A', '+B'))
    await upload(api, 'other game', modlist('+A', '+B'), { game: '8' })
    await upload(api, 'nothing shared', modlist('+C'))
    const unlisted = await upload(api, 'unlisted', modlist('+A', '+B'), { private: '1' }, token)
    await upload(api, 'hidden', modlist('+A', '+B'))
    await upload(api, 'soon', modlist('+A', '+B'), { expires: '3h' })
    await indexMods()
    expect(await similarTo(api, 'mine')).toEqual([
      ['soon', 0],
      ['hidden', 0],
    ])

    await db.list.update({ where: { slug: 'hidden' }, data: { hiddenAt: clock.now } })
    expect(await similarTo(api, 'mine')).toEqual([['soon', 0]])
    expect(await similarTo(api, unlisted)).toEqual([
      ['soon', 0],
      ['mine', 0],
    ])
    clock.advance(4 * 3_600_000)
    expect(await similarTo(api, 'mine')).toEqual([])
    await api.get('/v1/lists/soon/similar').expect(404)
    await api.get('/v1/lists/hidden/similar').expect(404)
    await api.get('/v1/lists/none/similar').expect(404)
    await api.get('/v1/lists/%00/similar').expect(404)
  })

  it('returns none for a list without mods, and for one that has not been read yet', async ({ api, indexMods }) => {
    await upload(api, 'other', modlist('+A'))
    await indexMods()
    await upload(api, 'no mods', { 'notes.txt': 'A\n' })
    await upload(api, 'unread', modlist('+A'))
    expect(await similarTo(api, 'no-mods')).toEqual([])
    expect(await similarTo(api, 'unread')).toEqual([])
    await indexMods()
    expect(await similarTo(api, 'unread')).toEqual([['other', 0]])
  })

  it('does not look up names that thousands of lists hold', async ({ api, clock, db, catalog, indexMods }) => {
    await upload(api, 'mine', modlist('+Rare', '+Common'))
    await upload(api, 'shares rare', modlist('+Rare'))
    await upload(api, 'shares common', modlist('+Common'))
    await indexMods()
    const { id, gameId } = await db.list.findUniqueOrThrow({ where: { slug: 'mine' } })
    const common = await db.modName.findFirstOrThrow({ where: { key: 'common' } })
    await db.modCount.update({ where: { gameId_nameId: { gameId, nameId: common.id } }, data: { lists: 4_998 } })
    const found = async () => (await findSimilar(catalog.db, { id, gameId }, 5, clock.now)).lists.length
    expect(await found()).toBe(2)

    await db.modCount.update({ where: { gameId_nameId: { gameId, nameId: common.id } }, data: { lists: 4_999 } })
    expect(await found()).toBe(1)
  })
})
