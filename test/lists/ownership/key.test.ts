import { createHash } from 'node:crypto'
import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { sweep } from '../../../src/startup/sweep.ts'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { keyOf } from '../../support/requests/authorization.ts'
import { fillList } from '../../support/requests/forms.ts'

type Api = ReturnType<typeof supertest>

const HOUR = 3_600_000

/** The methods that change a list. */
const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Sends a change with an owner key. With `bad`, the body, if any, is invalid. */
function change(api: Api, method: (typeof CHANGES)[number], slug: string, key: string, { bad = false } = {}) {
  const path = `/v1/lists/${slug}`
  const request = { POST: api.post(path), PUT: api.put(path), PATCH: api.patch(path), DELETE: api.delete(path) }[method]
  request.set('Authorization', key)
  return method === 'DELETE' ? request : fillList(request, bad ? { game: 'x' } : { _method: 'PUT', version: 'new' })
}

describe('the owner key of an anonymous list', () => {
  it('is returned in a header of the create, which must not be cached; only its SHA-256 is stored', async ({
    api,
    db,
  }) => {
    const { headers, text } = await fillList(api.post('/v1/lists').set('Origin', 'https://www.example.com')).expect(201)
    const key = String(headers['owner-key'])

    expect(key).toMatch(/^mlk_[\w-]{43}$/)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['access-control-expose-headers']?.split(', ')).toContain('Owner-Key')
    expect(text).not.toContain(key)
    const { id } = await db.list.findFirstOrThrow()
    const hash = createHash('sha256').update(key).digest()
    expect(await db.ownerKey.findMany()).toEqual([{ listId: id, hash: new Uint8Array(hash) }])
  })

  it('is different for each list, and in no later response', async ({ api }) => {
    const key = await keyOf(api)
    const others = await Promise.all(Array.from({ length: 19 }, () => keyOf(api)))
    expect(new Set([key, ...others]).size).toBe(20)
    const updated = await change(api, 'PUT', 'my-list', key).expect(200)
    for (const { headers, text } of [updated, await api.get('/v1/lists/my-list'), await api.get('/v1/lists')]) {
      expect(headers).not.toHaveProperty('owner-key')
      expect(text + JSON.stringify(headers)).not.toMatch(/mlk_|owner_key|keyHash/i)
    }
  })

  it.for(['Bearer ', 'bearer ', 'BEARER   ', ''])(
    'changes and deletes its list, sent after %j in the Authorization header',
    async (scheme, { api, db }) => {
      const key = `${scheme}${await keyOf(api)}`
      for (const method of ['POST', 'PUT', 'PATCH'] as const) {
        const { body } = await change(api, method, 'my-list', key).expect(200)
        expect(body.data).toMatchObject({ slug: 'my-list', version: 'new', author: null })
      }
      await change(api, 'DELETE', 'my-list', key).expect(204)
      expect(await db.list.count()).toBe(0)
      expect(await db.ownerKey.count()).toBe(0)
    },
  )

  it('makes an update reset the expiry, to a day unless the update has one', async ({ api, clock }) => {
    const key = await keyOf(api, { expires: 'perm' })
    clock.advance(5 * HOUR)
    expect((await change(api, 'PUT', 'my-list', key).expect(200)).body.data).toMatchObject({
      expires: '2026-11-21T13:30:00.123000Z',
      created: '2026-11-20T08:30:00.123000Z',
      updated: '2026-11-20T13:30:00.123000Z',
    })
    const weekly = fillList(api.put('/v1/lists/my-list').set('Authorization', key), { expires: '1w' })
    expect((await weekly.expect(200)).body.data.expires).toBe('2026-11-27T13:30:00.123000Z')
    const forever = fillList(api.put('/v1/lists/my-list').set('Authorization', key), { expires: 'perm' })
    expect((await forever.expect(200)).body.data.expires).toBeNull()
    clock.advance(1_000 * HOUR)
    await change(api, 'PUT', 'my-list', key).expect(200)
  })

  it('is not a token: creates, claims and the routes of the user return 401 and change nothing', async ({
    api,
    db,
  }) => {
    const key = await keyOf(api)
    const before = await storedRows(db)

    for (const header of [key, `Bearer ${key}`]) {
      for (const request of [
        fillList(api.post('/v1/lists')),
        api.post('/v1/lists/my-list/claim').send({ owner_key: key }),
        api.get('/v1/user'),
        api.get('/v1/user/lists'),
      ]) {
        const { body } = await request.set('Authorization', header).expect(401)
        expect(body).toEqual({ message: expect.stringMatching(/unauthenticated/i) })
      }
    }
    expect(await storedRows(db)).toEqual(before)
  })
})

describe.for(CHANGES)('%s /v1/lists/{slug} with an owner key', (method) => {
  it('refuses a wrong key before it checks the body: 401, 404 or 403; and changes nothing', async ({
    api,
    clock,
    db,
    signIn,
  }) => {
    const lasting = (name: string) => keyOf(api, { name, expires: 'perm' })
    const [key, deleted, claimed] = [await lasting('Own'), await lasting('Deleted'), await lasting('Claimed')]
    const expired = await keyOf(api, { name: 'Expired', expires: '3h' })
    for (const name of ['Keyless', 'Other']) await lasting(name)
    const hidden = await fillList(api.post('/v1/lists'), { name: 'Hidden', private: '1', expires: 'perm' }).expect(201)
    const token = await signIn('Ada')
    await change(api, 'DELETE', 'deleted', deleted).expect(204)
    const { id: authorId } = await db.user.findFirstOrThrow()
    await db.list.update({ where: { slug: 'claimed' }, data: { authorId } }) // its key is still stored
    await db.ownerKey.deleteMany({ where: { list: { slug: 'keyless' } } })
    const { hash } = await db.ownerKey.findFirstOrThrow({ where: { list: { slug: 'own' } } })
    clock.advance(3 * HOUR)
    const before = await storedRows(db)

    const unknown = ['mlk_', `${key}x`, key.slice(0, -1), key.toUpperCase(), `mlk_${'A'.repeat(43)}`, `Basic ${key}`]
    const attempts: [status: number, secrets: string[], slugs: string[]][] = [
      [401, [...unknown, Buffer.from(hash).toString('hex')], ['own', 'nothing']],
      [401, [claimed], ['deleted', 'expired', 'claimed', 'own']],
      [401, [deleted], ['expired', 'claimed', 'own']],
      [401, [expired], ['deleted', 'claimed', 'own']],
      [method === 'DELETE' ? 404 : 401, [deleted], ['deleted']], // a deletion that is sent again
      [method === 'DELETE' ? 404 : 401, [expired], ['expired']],
      [404, [key], ['nothing', 'expired', 'OWN', '%00']],
      [403, [key], ['other', 'claimed', 'keyless', hidden.body.data.slug]],
      [403, [token], ['keyless']],
    ]
    const messages: Record<number, RegExp> = { 401: /unauthenticated/i, 404: /not found/i, 403: /^Forbidden: / }
    for (const [status, secrets, slugs] of attempts) {
      for (const [secret = '', slug = ''] of secrets.flatMap((secret) => slugs.map((slug) => [secret, slug]))) {
        const { body } = await change(api, method, slug, secret, { bad: true }).expect(status)
        expect(body).toEqual({ message: expect.stringMatching(messages[status] ?? '') })
      }
    }
    expect(await storedRows(db)).toEqual(before)
  })
})

describe('the owner key of a deleted list', () => {
  it('makes a repeated DELETE 404 also after the sweep, until the slug is free again', async ({
    api,
    catalog,
    clock,
    db,
  }) => {
    const key = await keyOf(api)
    for (const status of [204, 404]) await change(api, 'DELETE', 'my-list', key).expect(status)
    await sweep(catalog)
    const { body } = await change(api, 'DELETE', 'my-list', key).expect(404)
    expect(body).toEqual({ message: 'List not found.' })
    await change(api, 'DELETE', 'my-list-2', key).expect(401)
    await change(api, 'PATCH', 'my-list', key).expect(401)
    expect(await db.list.count()).toBe(0)
    clock.advance(24 * HOUR)
    await sweep(catalog)
    await change(api, 'DELETE', 'my-list', key).expect(401)
    expect(await db.freedSlug.count()).toBe(0)
  })
})
