import type supertest from 'supertest'
import { describe, expect } from 'vitest'
import { ascending, seedLists } from '../support/database/rows.ts'
import { it } from '../support/it.ts'
import { fillList, MODLIST, makeLists } from '../support/requests/forms.ts'

type Api = ReturnType<typeof supertest>

async function upload(api: Api, name: string, fields: Record<string, string> = {}, token?: string) {
  const request = token === undefined ? api.post('/v1/lists') : api.post('/v1/lists').auth(token, { type: 'bearer' })
  await fillList(request, { name, ...fields }).expect(201)
}

describe('GET /v1/compare/{slug1}/{slug2}', () => {
  it('returns both lists without file contents, with the documented keys in order', async ({ api }) => {
    await upload(api, 'One', { expires: 'perm' })
    const two = await fillList(
      api.post('/v1/lists'),
      { name: 'Two', private: '1' },
      { 'modlist.txt': '+Sky UI\n' },
    ).expect(201)
    const { slug } = two.body.data
    const { body } = await api.get(`/v1/compare/one/${slug}`).expect(200)

    const time = '2026-11-20T08:30:00.123000Z'
    const list = {
      name: 'One',
      version: null,
      slug: 'one',
      url: '/v1/lists/one',
      description: 'A list',
      website: null,
      discord: null,
      readme: null,
      private: false,
      expires: null,
      created: time,
      updated: time,
      author: null,
      game: { id: 4, name: 'TESV Skyrim SE', lists_count: null },
      files: [
        { name: expect.any(String), clean_name: 'modlist.txt', bytes: MODLIST.length, created: time, updated: time },
      ],
      links: { url: '/lists/one', self: 'https://api.example.com/v1/lists/one' },
    }
    const { list1, list2, ...rest } = body.data
    expect(list1).toEqual(list)
    expect([Object.keys(list1), Object.keys(list1.files[0])]).toEqual([
      Object.keys(list),
      Object.keys(list.files[0] ?? {}),
    ])
    expect(list1.files[0].name).toMatch(/^[0-9a-f]{32}-modlist\.txt$/)
    expect(list2).toMatchObject({ slug, private: true })
    expect(Object.keys(list2)).toEqual(Object.keys(list))
    expect(Object.keys(body.data)).toEqual(['list1', 'list2', 'diffs'])
    expect(rest.diffs).toEqual([expect.stringMatching(/^--- modlist\.txt\n\+\+\+ modlist\.txt\n@@ /)])
  })

  it('is 404 if either list does not exist or has expired', async ({ api, clock }) => {
    await upload(api, 'One', { expires: 'perm' })
    await upload(api, 'Short', { expires: '3h' })
    await api.get('/v1/compare/one/short').expect(200)
    clock.advance(3 * 3_600_000)

    for (const path of ['one/nothing', 'nothing/one', 'nothing/nothing', 'one/short', 'short/one', 'ONE/one']) {
      const { body } = await api.get(`/v1/compare/${path}`).expect(404)
      expect(body).toEqual({ message: expect.stringContaining('not found') })
    }
  })
})

describe('GET /v1/compare', () => {
  it('returns the same as the path form for two lists', async ({ api }) => {
    await upload(api, 'One')
    await makeLists(api, { Two: { 'b.txt': 'x' } })

    const { body: path } = await api.get('/v1/compare/one/two').expect(200)
    const { body: query } = await api.get('/v1/compare?list1=one&list2=two').expect(200)
    expect(query).toEqual(path)
    for (const search of ['list1=one&list2=nothing', 'list1=nothing&list2=one']) {
      expect(Object.keys((await api.get(`/v1/compare?${search}`).expect(404)).body)).toEqual(['message'])
    }
  })

  it('refuses a single list with 422 and names the missing parameter', async ({ api }) => {
    await upload(api, 'One')
    for (const [search, missing] of [
      ['list1=one', 'list2'],
      ['list2=one', 'list1'],
      ['list1=one&list2=', 'list2'],
    ] as const) {
      const { body } = await api.get(`/v1/compare?${search}`).expect(422)
      expect(body).toEqual({ message: expect.any(String), errors: { [missing]: [body.message] } })
    }
  })

  it('returns all public lists, newest first, without parameters', async ({ api, clock, db }) => {
    await seedLists(db, [...ascending(502), { private: true }, { expiresAt: clock.now }])
    const { body } = await api.get('/v1/compare').expect(200)
    const { body: all } = await api.get('/v1/lists?page[size]=all').expect(200)

    expect(Object.keys(body)).toEqual(['data'])
    expect(body.data).toHaveLength(502)
    expect(body.data).toEqual(all.data)
  })

  it("adds the private lists of the token's owner, and no one else's", async ({ api, clock, signIn }) => {
    const [mine, theirs] = [await signIn('Mine'), await signIn('Theirs')]
    const made = [
      ['Mine', '0', mine],
      ['Mine hidden', '1', mine],
      ['Theirs', '0', theirs],
      ['Theirs hidden', '1', theirs],
      ['Hidden', '1', undefined],
    ] as const
    for (const [name, hidden, token] of made) {
      await upload(api, name, { private: hidden }, token)
      clock.advance(1000)
    }
    const names = async (authorization?: string) => {
      const request = api.get('/v1/compare')
      if (authorization !== undefined) request.set('Authorization', authorization)
      const { body } = await request.expect(200)
      return body.data.map(({ name }: { name: string }) => name)
    }

    expect(await names()).toEqual(['Theirs', 'Mine'])
    expect(await names(`Bearer ${mine}`)).toEqual(['Theirs', 'Mine hidden', 'Mine'])
    expect(await names(theirs)).toEqual(['Theirs hidden', 'Theirs', 'Mine'])
    expect(await names('Bearer wrong')).toEqual(['Theirs', 'Mine'])
    expect(await names(`Basic ${mine}`)).toEqual(['Theirs', 'Mine'])
  })
})
