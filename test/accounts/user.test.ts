import { describe, expect } from 'vitest'
import { issueToken } from '../../src/accounts/tokens/service.ts'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'

describe('GET /v1/user', () => {
  it("returns the token's user and abilities", async ({ api, catalog, signIn }) => {
    const token = await signIn('Zoë', { verified: true })
    const { body } = await api.get('/v1/user').auth(token, { type: 'bearer' }).expect(200)

    const created = '2026-11-20T08:30:00.123000Z'
    const abilities = ['create', 'read', 'update', 'delete']
    expect(body).toEqual({
      data: { name: 'Zoë', verified: true, created, token: { name: null, abilities, expires: null } },
    })

    const other = { user: 'Zoë', abilities: ['read'], label: 'laptop', lifetime: 3_600_000 } as const
    const answer = await api
      .get('/v1/user')
      .set('Authorization', await issueToken(catalog, other))
      .expect(200)
    const expires = '2026-11-20T09:30:00.123000Z'
    expect(answer.body.data.token).toEqual({ name: 'laptop', abilities: ['read'], expires })
  })

  it('returns 401 without a token', async ({ api }) => {
    expect((await api.get('/v1/user').expect(401)).body).toEqual({ message: expect.stringMatching(/token/i) })
  })
})

describe('GET /v1/user/lists', () => {
  type Lists = { data: { name: string; slug: string }[] }
  const slugs = (body: Lists) => body.data.map(({ slug }) => slug)

  it("returns a page of the user's own lists, including private ones", async ({ api, signIn }) => {
    const [mine, theirs] = [await signIn('Mine'), await signIn('Theirs')]
    const create = (token: string, fields: Record<string, string>) =>
      fillList(api.post('/v1/lists').set('Authorization', token), fields).expect(201)
    await create(mine, { name: 'Open' })
    await create(mine, { name: 'Hidden', private: '1' })
    await create(theirs, { name: 'Other' })
    await create(theirs, { name: 'Other hidden', private: '1' })
    await fillList(api.post('/v1/lists'), { name: 'Anonymous' }).expect(201)

    const { body } = await api.get('/v1/user/lists').auth(mine, { type: 'bearer' }).expect(200)
    const { body: page } = await api.get('/v1/lists').expect(200)
    expect(slugs(body)).toEqual([expect.stringMatching(/^hidden-[a-z\d]{8}$/), 'open'])
    expect([Object.keys(body), Object.keys(body.meta), Object.keys(body.data[0])]).toEqual([
      Object.keys(page),
      Object.keys(page.meta),
      Object.keys(page.data[0]),
    ])
    const address = 'https://api.example.com/v1/user/lists'
    expect(body.meta).toMatchObject({ path: address, total: 2, per_page: 30 })
    expect(body.links.first).toBe(`${address}?page%5Bnumber%5D=1`)
  })

  it("never shows another author's private lists by a filter", async ({ api, signIn }) => {
    const [mine, theirs] = [await signIn('Mine'), await signIn('Theirs')]
    await fillList(api.post('/v1/lists').set('Authorization', theirs), { private: '1' }).expect(201)

    for (const size of ['30', 'all']) {
      const query = { 'filter[author]': 'Theirs', 'page[size]': size }
      const { body } = await api.get('/v1/user/lists').set('Authorization', mine).query(query).expect(200)
      expect(body).toMatchObject({ data: [], meta: { total: 0 } })
    }
  })
})
