import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { issueToken } from '../../../src/accounts/tokens/service.ts'
import { storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { keyOf } from '../../support/requests/authorization.ts'
import { fillList } from '../../support/requests/forms.ts'
import { savedView } from '../support.ts'

type Api = ReturnType<typeof supertest>

const claim = (api: Api, token: string, slug = 'my-list') =>
  api.post(`/v1/lists/${slug}/claim`).auth(token, { type: 'bearer' })

describe('POST /v1/lists/{slug}/claim', () => {
  it('returns the list like an update, with its author, and changes nothing else', async ({
    api,
    clock,
    db,
    signIn,
  }) => {
    const key = await keyOf(api, { expires: '3d', version: '1.10.0' })
    const before = await storedRows(db)
    const { body: shown } = await api.get('/v1/lists/my-list').expect(200)
    clock.advance(60_000)
    const { text } = await claim(api, await signIn('Ada', { verified: true }))
      .send({ owner_key: key })
      .expect(200)

    const { body } = await api.get('/v1/lists/my-list').expect(200)
    expect(text).toBe(JSON.stringify({ data: savedView(body.data) }))
    expect(body).toEqual({ data: { ...shown.data, author: { name: 'Ada', verified: true } } })
    const { lists, ownerKeys, ...rest } = await storedRows(db)
    const { id: authorId } = await db.user.findFirstOrThrow()
    const changed = { changeId: expect.any(String) }
    expect(lists).toEqual(before.lists.map((list) => ({ ...list, authorId, ...changed })))
    expect(ownerKeys).toEqual([])
    const { lists: _, ownerKeys: __, ...others } = before
    expect(rest).toEqual(others)
    expect((await api.get('/v1/lists/my-list/revisions').expect(200)).body.meta.total).toBe(1)
  })

  it('sets the expiry that the claim asks for, even beyond that of anonymous lists, and keeps it without one', async ({
    api,
    clock,
    db,
    signIn,
  }) => {
    const token = await signIn('Ada')
    const day = new Date(clock.now.getTime() + 86_400_000)
    for (const [index, [expires, expected]] of [
      [undefined, day],
      ['', day],
      ['perm', null],
      ['3h', new Date(clock.now.getTime() + 3 * 3_600_000)],
    ].entries()) {
      const slug = `list-${index}`
      const form = { owner_key: await keyOf(api, { name: slug, expires: '24h' }), expires }
      const { body } = await claim(api, token, slug).send(form).expect(200)
      expect((await db.list.findUniqueOrThrow({ where: { slug } })).expiresAt).toEqual(expected)
      const shown = expected === null ? null : expect.stringContaining((expected as Date).toISOString().slice(0, 23))
      expect(body.data.expires).toEqual(shown)
      expect((await api.get(`/v1/lists/${slug}`).expect(200)).body.data.expires).toEqual(body.data.expires)
    }
  })

  it('makes the user the author: their token can change the list, the key no longer can', async ({
    api,
    db,
    signIn,
  }) => {
    const key = await keyOf(api)
    const token = await signIn('Ada')
    await claim(api, token).send({ owner_key: key }).expect(200)
    const before = await storedRows(db)

    for (const request of [
      fillList(api.put('/v1/lists/my-list')),
      fillList(api.patch('/v1/lists/my-list')),
      fillList(api.post('/v1/lists/my-list'), { _method: 'PUT' }),
      api.delete('/v1/lists/my-list'),
    ]) {
      await request.set('Authorization', `Bearer ${key}`).expect(401)
    }
    const bob = await signIn('Bob')
    await claim(api, bob).send({ owner_key: key }).expect(403)
    expect(await storedRows(db)).toEqual(before)
    await fillList(api.put('/v1/lists/my-list').auth(token, { type: 'bearer' })).expect(200)
    await api.delete('/v1/lists/my-list').auth(token, { type: 'bearer' }).expect(204)
  })
})

describe('POST /v1/lists/{slug}/claim changes nothing when it is refused', () => {
  it('returns 401 without a valid token, then 404 for a missing or expired list, then 403 for a missing ability or any author, then checks the body', async ({
    api,
    catalog,
    clock,
    db,
    signIn,
  }) => {
    const key = await keyOf(api, { expires: '3h' })
    const permanent = await keyOf(api, { name: 'Permanent', expires: 'perm' })
    const token = await signIn('Ada')
    const bob = await signIn('Bob')
    const abilities = ['create', 'read', 'delete'] as const
    const weak = await issueToken(catalog, { user: 'Ada', abilities, label: null, lifetime: null })
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), { name: 'Own' }).expect(201)
    await fillList(api.post('/v1/lists').auth(bob, { type: 'bearer' }), { name: 'Other' }).expect(201)
    clock.advance(3 * 3_600_000)
    const before = await storedRows(db)
    for (const body of [{ owner_key: key }, { owner_key: permanent }, {}]) {
      for (const slug of ['my-list', 'nothing', 'MY-LIST', '%00']) {
        await claim(api, 'mlc_wrong', slug).send(body).expect(401)
        for (const each of [token, weak]) await claim(api, each, slug).send(body).expect(404)
      }
      expect((await claim(api, weak, 'permanent').send(body).expect(403)).body.message).toMatch(/ability/)
      for (const slug of ['own', 'other']) await claim(api, token, slug).send(body).expect(403)
    }
    expect(await storedRows(db)).toEqual(before)
  })

  it('returns 422 on owner_key if the key is missing, invalid or of another list', async ({ api, db, signIn }) => {
    const key = await keyOf(api)
    const other = await keyOf(api)
    await keyOf(api)
    await db.ownerKey.deleteMany({ where: { list: { slug: 'my-list-3' } } })
    const token = await signIn('Ada')
    const before = await storedRows(db)
    const { hash } = await db.ownerKey.findFirstOrThrow()

    const bodies = [undefined, {}, { owner_key: '' }, { owner_key: ' ' }, { owner_key: null }, { owner_key: 1 }]
    const wrong = [other, `${key}x`, key.slice(0, -1), key.toUpperCase(), Buffer.from(hash).toString('hex'), '\0', 'ß']
    const arrays = [{ owner_key: [key] }, { owner_key: { key } }]
    for (const sent of [...bodies, ...arrays, ...wrong.map((owner_key) => ({ owner_key }))]) {
      const { body } = await claim(api, token).send(sent).expect(422)
      expect(body).toEqual({ message: body.errors.owner_key[0], errors: { owner_key: [expect.any(String)] } })
      expect(JSON.stringify(body)).not.toContain('mlk_')
    }
    await claim(api, token, 'my-list-3').send({ owner_key: key }).expect(422)
    await claim(api, token).field('owner_key', other).expect(422)
    await claim(api, token).type('form').send(`owner_key=${other}`).expect(422)
    await claim(api, token).type('form').send(`owner_key=${key}&owner_key=${other}`).expect(422)
    await claim(api, token).field('owner_key', key).field('owner_key', other).expect(422)
    expect(await storedRows(db)).toEqual(before)
  })
})
