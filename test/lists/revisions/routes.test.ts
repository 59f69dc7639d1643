import { describe, expect } from 'vitest'
import { issueToken } from '../../../src/accounts/tokens/service.ts'
import { ABILITIES } from '../../../src/actor.ts'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/history.ts'
import type { TestFixtures } from '../../support/it.ts'

const API = 'https://api.example.com'
const numbers = (body: { data: { revision: number }[] }) => body.data.map(({ revision }) => revision)
const compared = (body: { data: { links: { compare: string | null } }[] }) =>
  body.data.map(({ links }) => links.compare)
const changes = (one: number, other: number) => `${API}/v1/compare/my-list@${one}/my-list@${other}/changes`

describe('GET /v1/lists/{slug}/revisions', () => {
  it('returns a page of revisions, newest first', async ({ api, save }) => {
    await save({ version: '1.0' }, { 'b.txt': 'bb', 'a.txt': 'a' })
    await save({ version: '1.1', private: '1', name: 'Renamed' }, { 'b.txt': 'B' })
    const { body } = await api.get('/v1/lists/my-list/revisions').expect(200)

    const file = (name: string, bytes: number) => ({
      name: expect.stringMatching(RegExp(`^[0-9a-f]{32}-${name}$`)),
      clean_name: name,
      bytes,
    })
    const path = `${API}/v1/lists/my-list/revisions`
    expect(body).toEqual({
      data: [
        {
          revision: 2,
          created: '2026-11-20T08:31:00.123000Z',
          name: 'Renamed',
          version: '1.1',
          note: null,
          private: true,
          files: [file('b.txt', 1)],
          links: { self: `${path}/2`, compare: changes(1, 2) },
        },
        {
          revision: 1,
          created: '2026-11-20T08:30:00.123000Z',
          name: 'My List',
          version: '1.0',
          note: null,
          private: false,
          files: [file('b.txt', 2), file('a.txt', 1)],
          links: { self: `${path}/1`, compare: null },
        },
      ],
      links: { first: `${path}?page%5Bnumber%5D=1`, last: `${path}?page%5Bnumber%5D=1`, prev: null, next: null },
      meta: expect.objectContaining({ current_page: 1, from: 1, last_page: 1, path, per_page: 30, to: 2, total: 2 }),
    })
  })
})

describe('GET /v1/lists/{slug}/revisions/{n}', () => {
  it('returns the list as it was, with its current author and expiry', async ({ api, clock, save }) => {
    const full = { version: '1', website: 'a.example', discord: 'b.example', readme: 'c.example', game: '8' }
    await save()
    await save({ ...full, name: 'Second', description: 'As it was' }, { 'z.txt': 'one\r\ntwo', 'a.txt': 'a' })
    const { text: then } = await api.get('/v1/lists/my-list').expect(200)
    const { text: present } = await api.get('/v1/lists/my-list/revisions/2').expect(200)
    clock.advance(60_000)
    await save({ expires: '3d', private: '0' }, { 'modlist.txt': 'other' })
    const { text: past } = await api.get('/v1/lists/my-list/revisions/2').expect(200)

    const self = `"self":"${API}/v1/lists/my-list`
    expect(present).toBe(then.replace(self, `${self}/revisions/2`))
    const expires = '"expires":"2026-11-23T08:33:00.123000Z"'
    expect(past).toBe(present.replace('"expires":null', expires))
  })

  it.for(['0', '3', '01', '1.0', 'x', '-1', '2147483648', '99999999999', '%31x', '1@1'])(
    'returns 404 for %s',
    async (number, { api, save }) => {
      await save()
      await save({ version: '2' })
      const { body } = await api.get(`/v1/lists/my-list/revisions/${number}`).expect(404)
      expect(body).toEqual({ message: 'Revision not found.' })
      const { body: other } = await api.get(`/v1/lists/nothing/revisions/${number}`).expect(404)
      expect(other).toEqual({ message: number === '3' ? 'List not found.' : 'Revision not found.' })
    },
  )
})

describe('a formerly private revision of a public list', () => {
  const all = async (api: TestFixtures['api'], headers: Record<string, string> = {}) =>
    (await api.get('/v1/lists/my-list/revisions').set(headers).expect(200)).body

  it("is visible only with a valid token of the list's author; for others it does not exist", async ({
    ada,
    api,
    catalog,
    save,
    signIn,
  }) => {
    await save({ version: '1' })
    await save({ version: '2', private: '1' })
    await save({ version: '3' })
    const weak = await issueToken(catalog, { user: 'Ada', abilities: [], label: null, lifetime: null })
    const bob = { authorization: await signIn('Bob', { abilities: ABILITIES }) }

    for (const asker of [ada, { authorization: `Bearer ${weak}` }]) {
      const body = await all(api, asker)
      expect(numbers(body)).toEqual([3, 2, 1])
      expect(compared(body)).toEqual([changes(2, 3), changes(1, 2), null])
      expect(body.meta.total).toBe(3)
      const { body: shown } = await api.get('/v1/lists/my-list/revisions/2').set(asker).expect(200)
      expect(shown.data).toMatchObject({ version: '2', private: true })
    }
    for (const asker of [{}, bob, { authorization: 'Bearer mlc_wrong' }]) {
      const body = await all(api, asker)
      expect(numbers(body)).toEqual([3, 1])
      expect(compared(body)).toEqual([changes(1, 3), null])
      expect(body.meta.total).toBe(2)
      await api.get('/v1/lists/my-list/revisions/2').set(asker).expect(404)
    }
  })

  it('is visible to anyone with the slug while the list is private', async ({ api, save }) => {
    await save({ private: '1' })
    await save({ private: '1', version: '2' })
    expect(numbers(await all(api))).toEqual([2, 1])
    await api.get('/v1/lists/my-list/revisions/1').expect(200)
    await save({ version: '3' })
    expect(numbers(await all(api))).toEqual([3])
    await api.get('/v1/lists/my-list/revisions/1').expect(404)
  })

  it('is never sent from a cache to clients that must not see it', async ({ ada, api, save }) => {
    await save({ private: '1' })
    await save({ version: '2' })
    for (let turn = 0; turn < 3; turn++) {
      expect(numbers(await all(api, ada))).toEqual([2, 1])
      expect(numbers(await all(api))).toEqual([2])
      await api.get('/v1/lists/my-list/revisions/1').set(ada).expect(200)
      await api.get('/v1/lists/my-list/revisions/1').expect(404)
    }
  })

  it('is visible to nobody without the key if the list is anonymous', async ({ ada, api, db, save }) => {
    await save({ private: '1' })
    await save({ version: '2' })
    await db.list.updateMany({ data: { authorId: null } })
    for (const asker of [{}, ada]) expect(numbers(await all(api, asker))).toEqual([2])
  })
})

describe('DELETE /v1/lists/{slug}/revisions/{n}', () => {
  it('deletes an archived revision, whose number is never used again', async ({ ada, api, save }) => {
    for (let version = 1; version <= 3; version++) await save({ version: `${version}` })
    await api.delete('/v1/lists/my-list/revisions/2').set(ada).expect(204)

    await api.get('/v1/lists/my-list/revisions/2').expect(404)
    await api.delete('/v1/lists/my-list/revisions/2').set(ada).expect(404)
    const { body } = await api.get('/v1/lists/my-list/revisions').expect(200)
    expect(compared(body)).toEqual([changes(1, 3), null])
    await api.delete('/v1/lists/my-list/revisions/1').set(ada).expect(204)
    await save({ version: '4' })
    expect(numbers((await api.get('/v1/lists/my-list/revisions')).body)).toEqual([4, 3])
  })

  it('respects If-Match: 412 if the list has changed since that version of the revision', async ({
    ada,
    api,
    db,
    save,
  }) => {
    await save()
    await save({ version: '2' })
    const tagOfFirst = async () => String((await api.get('/v1/lists/my-list/revisions/1').expect(200)).headers.etag)
    const remove = (revision: number, ifMatch: string) =>
      api.delete(`/v1/lists/my-list/revisions/${revision}`).set({ ...ada, 'If-Match': ifMatch })
    const seen = await tagOfFirst()
    await save({ version: '3' })
    const before = await storedRows(db)

    for (const other of [seen, '"unknown"', `W/${seen}`]) {
      const { body } = await remove(1, other).expect(412)
      expect(body).toEqual({ message: 'The list has changed since the version in If-Match.' })
    }
    // A request that is refused anyway keeps its own status.
    await remove(3, seen).expect(422)
    await remove(7, seen).expect(404)
    expect(await storedRows(db)).toEqual(before)

    await remove(1, `"x", ${await tagOfFirst()}`).expect(204)
    await remove(2, '*').expect(204)
    expect(await db.listRevision.count()).toBe(0)
  })

  it.for(['0', '7', 'x', '99999999999'])(
    'returns 404 for %s, and changes nothing',
    async (number, { ada, api, db, save }) => {
      await save()
      await save({ version: '2' })
      const before = await storedRows(db)
      await api.delete(`/v1/lists/my-list/revisions/${number}`).set(ada).expect(404)
      expect(await storedRows(db)).toEqual(before)
    },
  )
})
