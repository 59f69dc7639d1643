import { describe, expect } from 'vitest'
import { changeMeanwhile } from '../../support/database/meanwhile.ts'
import { query } from '../../support/database/query.ts'
import { it } from '../../support/it.ts'
import { bearer, keyOf } from '../../support/requests/authorization.ts'
import { fillList } from '../../support/requests/forms.ts'

const ROUNDS = 12

// Each group is sent at once, repeatedly. The outcome must always be that of some sequential order.
describe('concurrent requests', () => {
  it('claim a list and update it with its key: the update comes before the claim or returns 401', async ({
    api,
    signIn,
  }) => {
    const token = await signIn('Ann')
    const seen = new Set<number>()
    for (let round = 0; round < ROUNDS; round++) {
      const key = await keyOf(api, { name: `List ${round}` })
      const path = `/v1/lists/list-${round}`
      const requests = [
        () => api.post(`${path}/claim`).set(bearer(token)).send({ owner_key: key }),
        () => fillList(api.put(path).set(bearer(key)), { name: 'Updated' }),
      ]
      if (round % 2 === 1) requests.reverse()
      const answers = await Promise.all(requests.map((send) => send()))
      const [claimed, updated] = round % 2 === 1 ? answers.toReversed() : answers

      expect(claimed?.status).toBe(200)
      expect([200, 401]).toContain(updated?.status)
      const { body } = await api.get(path).expect(200)
      expect(body.data).toMatchObject({
        name: updated?.status === 200 ? 'Updated' : `List ${round}`,
        author: { name: 'Ann' },
      })
      // The search index matches the list, whichever request was last.
      const found = await api.get(`/v1/lists?filter[search]=ann%20${updated?.status === 200 ? 'updated' : 'list'}`)
      expect(found.body.data.map(({ slug }: { slug: string }) => slug)).toContain(`list-${round}`)
      seen.add(updated?.status ?? 0)
    }
    expect(seen.size).toBeGreaterThan(0)
  })

  it('update a list and delete it with its key: the update comes before the delete or returns 401', async ({
    api,
    db,
  }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const key = await keyOf(api)
      const answers = await Promise.all([
        fillList(api.put('/v1/lists/my-list').set(bearer(key)), { name: 'Updated' }),
        api.delete('/v1/lists/my-list').set(bearer(key)),
        fillList(api.put('/v1/lists/my-list').set(bearer(key)), { name: 'Updated too' }),
        api.delete('/v1/lists/my-list').set(bearer(key)),
      ])
      const [one, first, other, second] = answers.map(({ status }) => status)
      expect([first, second].sort()).toEqual([204, 404])
      for (const status of [one, other]) expect([200, 401]).toContain(status)
      expect(await db.list.count()).toBe(0)
      expect(await db.ownerKey.count()).toBe(0)
      expect(await db.listFile.count()).toBe(0)
      await db.freedSlug.deleteMany()
    }
  })

  it('claim a list and delete it with its key: exactly one of them succeeds', async ({ api, db, signIn }) => {
    const token = await signIn('Ann')
    for (let round = 0; round < ROUNDS; round++) {
      const key = await keyOf(api)
      const [claimed, removed] = await Promise.all([
        api.post('/v1/lists/my-list/claim').set(bearer(token)).send({ owner_key: key }),
        api.delete('/v1/lists/my-list').set(bearer(key)),
      ])
      expect([
        [200, 401],
        [404, 204],
      ]).toContainEqual([claimed.status, removed.status])
      expect(await db.list.count()).toBe(claimed.status === 200 ? 1 : 0)
      await db.list.deleteMany()
      await db.freedSlug.deleteMany()
    }
  })
})

describe('an owner key that becomes invalid while its request waits for the list', () => {
  const changeList = (url: string, sql: string, send: () => PromiseLike<{ status: number }>) =>
    changeMeanwhile(url, { lock: 'SELECT FROM lists FOR UPDATE', change: (holder) => holder.query(sql) }, send)

  it.for([
    ['was deleted', 'DELETE FROM lists'],
    ['was claimed', 'UPDATE lists SET author_id = (SELECT id FROM users)'],
    ['lost its key', 'DELETE FROM owner_keys'],
  ] as const)('is refused with 401 if the list %s', async ([, sql], { api, signIn, url }) => {
    await signIn('Ann')
    const key = await keyOf(api)
    const update = () => fillList(api.put('/v1/lists/my-list').set(bearer(key)), { name: 'Updated' })
    expect((await changeList(url, sql, update)).status).toBe(401)
    const { body, status } = await api.get('/v1/lists/my-list')
    if (status === 200) expect(body.data.name).toBe('My List')
  })

  it('cannot claim the list: 403 if it was claimed, 404 if it was deleted', async ({ api, signIn, url }) => {
    const token = await signIn('Ann')
    for (const [sql, status] of [
      ['UPDATE lists SET author_id = (SELECT id FROM users)', 403],
      ['DELETE FROM lists', 404],
    ] as const) {
      const key = await keyOf(api)
      const claim = () => api.post('/v1/lists/my-list/claim').set(bearer(token)).send({ owner_key: key })
      expect((await changeList(url, sql, claim)).status).toBe(status)
      await query(url, 'DELETE FROM lists')
    }
  })
})
