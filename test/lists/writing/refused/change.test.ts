import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { issueToken, revokeToken, tokensOf } from '../../../../src/accounts/tokens/service.ts'
import type { Ability } from '../../../../src/actor.ts'
import type { Context } from '../../../../src/context.ts'
import { storedRows } from '../../../support/database/stored.ts'
import { it } from '../../../support/it.ts'
import { fillList } from '../../../support/requests/forms.ts'

type Api = ReturnType<typeof supertest>

const MESSAGE = { message: expect.stringMatching(/./) }

/** The methods that change a list, each with the ability it requires. */
const CHANGES = [
  ['POST', 'update'],
  ['PUT', 'update'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
] as const

/** Sends a change. With `bad`, the body, if any, is invalid. */
function change(api: Api, method: (typeof CHANGES)[number][0], slug: string, { token = '', bad = false }) {
  const path = `/v1/lists/${slug}`
  const request = { POST: api.post(path), PUT: api.put(path), PATCH: api.patch(path), DELETE: api.delete(path) }[method]
  if (token !== '') request.set('Authorization', `Bearer ${token}`)
  return method === 'DELETE' ? request : fillList(request, bad ? { game: 'x' } : { _method: 'PUT', version: 'new' })
}

const tokenOf = (catalog: Context, user: string, abilities: Ability[], lifetime: number | null = null) =>
  issueToken(catalog, { user, abilities, label: null, lifetime })

describe.for(CHANGES)('%s /v1/lists/{slug} changes nothing', ([method, ability]) => {
  it('without a valid token: returns 401, whether the list exists or not', async ({ api, db, signIn }) => {
    await fillList(api.post('/v1/lists').auth(await signIn('Ada'), { type: 'bearer' })).expect(201)
    const before = await storedRows(db)

    for (const token of ['', 'wrong']) {
      for (const slug of ['my-list', 'nothing']) {
        const { body } = await change(api, method, slug, { token, bad: true }).expect(401)
        expect(body).toEqual(MESSAGE)
        expect(body.message).toMatch(/unauthenticated/i)
      }
    }
    await change(api, method, 'my-list', {}).set('Authorization', 'Basic QWRhOng=').expect(401)
    expect(await storedRows(db)).toEqual(before)
  })

  it('with an expired or revoked token: returns 401', async ({ api, catalog, clock, db, signIn }) => {
    await fillList(api.post('/v1/lists').auth(await signIn('Ada'), { type: 'bearer' })).expect(201)
    const expired = await tokenOf(catalog, 'Ada', [ability], 1_000)
    const revoked = await tokenOf(catalog, 'Ada', [ability])
    await revokeToken(catalog, (await tokensOf(catalog, 'Ada')).at(-1)?.id ?? 0)
    clock.advance(1_000)
    const before = await storedRows(db)

    await change(api, method, 'my-list', { token: expired }).expect(401)
    await change(api, method, 'my-list', { token: revoked }).expect(401)
    expect(await storedRows(db)).toEqual(before)
  })

  it('if the list does not exist or has expired: returns 404, before it checks ability and body', async ({
    api,
    catalog,
    clock,
    db,
    signIn,
  }) => {
    const all = await signIn('Ada')
    const none = await tokenOf(catalog, 'Ada', [])
    await fillList(api.post('/v1/lists').auth(all, { type: 'bearer' }), { expires: '3h' }).expect(201)
    clock.advance(3 * 3_600_000)
    const before = await storedRows(db)

    for (const token of [all, none]) {
      for (const slug of ['my-list', 'nothing', 'MY-LIST', '%00']) {
        const { body } = await change(api, method, slug, { token, bad: true }).expect(404)
        expect(body).toEqual(MESSAGE)
      }
    }
    expect(await storedRows(db)).toEqual(before)
  })

  it("without the ability, even on the user's own list: returns 403, before it checks the body", async ({
    api,
    catalog,
    db,
    signIn,
  }) => {
    await fillList(api.post('/v1/lists').auth(await signIn('Ada'), { type: 'bearer' })).expect(201)
    const others = (['create', 'read', 'update', 'delete'] as const).filter((other) => other !== ability)
    const token = await tokenOf(catalog, 'Ada', others)
    const before = await storedRows(db)
    const { body } = await change(api, method, 'my-list', { token, bad: true }).expect(403)

    expect(body).toEqual(MESSAGE)
    expect(body.message).toMatch(/ability/i)
    expect(await storedRows(db)).toEqual(before)
  })

  it("if the list is another user's or anonymous: returns 403, before it checks the body", async ({
    api,
    db,
    signIn,
  }) => {
    const ada = await signIn('Ada')
    const bob = await signIn('Bob', { verified: true })
    await fillList(api.post('/v1/lists').auth(ada, { type: 'bearer' })).expect(201)
    const hidden = await fillList(api.post('/v1/lists').auth(ada, { type: 'bearer' }), { private: '1' }).expect(201)
    await fillList(api.post('/v1/lists')).expect(201)
    const before = await storedRows(db)

    for (const slug of ['my-list', hidden.body.data.slug, 'my-list-2']) {
      expect((await change(api, method, slug, { token: bob, bad: true }).expect(403)).body).toEqual(MESSAGE)
    }
    expect(await storedRows(db)).toEqual(before)
  })
})

describe('an update is refused with 422 and changes nothing', () => {
  const REQUIRED = ['name', 'game', 'description', 'files'] as const

  it.for(['post', 'put'] as const)(
    'if a required field is missing, sent with %s',
    async (method, { api, db, signIn }) => {
      const token = await signIn('Ada')
      await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' })).expect(201)
      const before = await storedRows(db)

      for (const field of REQUIRED) {
        const request = api[method]('/v1/lists/my-list').auth(token, { type: 'bearer' })
        const files = field === 'files' ? {} : { 'new.txt': 'new' }
        const { body } = await fillList(request, { _method: 'PUT', [field]: undefined }, files).expect(422)
        expect(body).toEqual({ message: body.errors[field][0], errors: { [field]: [expect.any(String)] } })
      }
      expect(await storedRows(db)).toEqual(before)
    },
  )

  it('if one of the files is binary, or the game is unknown', async ({ api, db, signIn }) => {
    const token = await signIn('Ada')
    await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' })).expect(201)
    const before = await storedRows(db)
    const put = () => api.put('/v1/lists/my-list').auth(token, { type: 'bearer' })

    await fillList(put(), {}, { 'good.txt': 'good', 'bad.txt': 'b\0d' }).expect(422)
    await fillList(put(), { game: '99' }, { 'good.txt': 'good' }).expect(422)
    expect(await storedRows(db)).toEqual(before)
  })

  it.for([undefined, '', 'DELETE', 'POST', 'PUTT', ' PUT'])(
    'if it is a POST with _method %j',
    async (_method, { api, db, signIn }) => {
      const token = await signIn('Ada')
      await fillList(api.post('/v1/lists').auth(token, { type: 'bearer' })).expect(201)
      const before = await storedRows(db)
      const request = api.post('/v1/lists/my-list').auth(token, { type: 'bearer' })
      const { body } = await fillList(request, { _method, name: 'New' }, { 'new.txt': 'new' }).expect(422)

      expect(body).toEqual({ message: body.errors._method[0], errors: { _method: [expect.any(String)] } })
      expect(await storedRows(db)).toEqual(before)
    },
  )
})
