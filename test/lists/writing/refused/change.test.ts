import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { issueToken, revokeToken, tokensOf } from '../../../../src/accounts/tokens/service.ts'
import { ABILITIES, type Ability } from '../../../../src/actor.ts'
import type { Context } from '../../../../src/context.ts'
import { storedRows } from '../../../support/database/stored.ts'
import { it } from '../../../support/history.ts'
import { fillList } from '../../../support/requests/forms.ts'

type Api = ReturnType<typeof supertest>

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

describe.for(CHANGES)('%s /v1/lists/{slug}', ([method, ability]) => {
  it('refuses the sender before it checks the body: 401, then 404, then 403; and changes nothing', async ({
    api,
    catalog,
    clock,
    db,
    signIn,
  }) => {
    const ada = await signIn('Ada')
    const bob = await signIn('Bob', { verified: true })
    const create = (token: string, fields: Record<string, string>) =>
      fillList(api.post('/v1/lists').auth(token, { type: 'bearer' }), fields).expect(201)
    await create(ada, { name: 'Own' })
    await create(ada, { name: 'Expired', expires: '3h' })
    const { slug: hidden } = (await create(ada, { name: 'Hidden', private: '1' })).body.data
    await fillList(api.post('/v1/lists'), { name: 'Anonymous', expires: 'perm' }).expect(201)
    const late = await tokenOf(catalog, 'Ada', [ability], 1_000)
    const revoked = await tokenOf(catalog, 'Ada', [ability])
    await revokeToken(catalog, (await tokensOf(catalog, 'Ada')).at(-1)?.id ?? 0)
    const weak = await tokenOf(catalog, 'Ada', except(ability))
    clock.advance(3 * 3_600_000)
    const before = await storedRows(db)

    const attempts: [status: number, message: RegExp, tokens: string[], slugs: string[]][] = [
      [401, /unauthenticated/i, ['', 'wrong', late, revoked], ['own', 'nothing']],
      [404, /not found/i, [ada, weak], ['expired', 'nothing', 'OWN', '%00']],
      [403, /ability/i, [weak], ['own']],
      [403, /another author/, [bob], ['own', hidden]],
      [403, /anonymous/, [bob], ['anonymous']],
    ]
    for (const [status, message, tokens, slugs] of attempts) {
      for (const [token, slug] of tokens.flatMap((token) => slugs.map((slug) => [token, slug]))) {
        const { body } = await change(api, method, slug ?? '', { token, bad: true }).expect(status)
        expect(body).toEqual({ message: expect.stringMatching(message) })
      }
    }
    await change(api, method, 'own', {}).set('Authorization', 'Basic QWRhOng=').expect(401)
    expect(await storedRows(db)).toEqual(before)
  })
})

const except = (ability: Ability) => ABILITIES.filter((other) => other !== ability)

describe('an invalid update', () => {
  const REQUIRED = ['name', 'game', 'description', 'files'] as const

  it.for(['post', 'put'] as const)(
    'is refused with 422 if a required field is missing, sent with %s, and changes nothing',
    async (method, { ada, api, db, save }) => {
      await save()
      const before = await storedRows(db)

      for (const field of REQUIRED) {
        const request = api[method]('/v1/lists/my-list').set(ada)
        const files = field === 'files' ? {} : { 'new.txt': 'new' }
        const { body } = await fillList(request, { _method: 'PUT', [field]: undefined }, files).expect(422)
        expect(body).toEqual({ message: body.errors[field][0], errors: { [field]: [expect.any(String)] } })
      }
      expect(await storedRows(db)).toEqual(before)
    },
  )

  it.for([undefined, '', 'DELETE', 'POST', 'PUTT', ' PUT'])(
    'is refused with 422 if it is a POST with _method %j, and changes nothing',
    async (_method, { ada, api, db, save }) => {
      await save()
      const before = await storedRows(db)
      const request = api.post('/v1/lists/my-list').set(ada)
      const { body } = await fillList(request, { _method, name: 'New' }, { 'new.txt': 'new' }).expect(422)

      expect(body).toEqual({ message: body.errors._method[0], errors: { _method: [expect.any(String)] } })
      expect(await storedRows(db)).toEqual(before)
    },
  )
})
