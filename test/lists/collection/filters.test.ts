import { describe, expect } from 'vitest'
import { deleteUser } from '../../../src/accounts/service.ts'
import { seedLists } from '../../support/database/rows.ts'
import { it } from '../../support/it.ts'

const slugs = (body: { data: { slug: string }[] }) => body.data.map(({ slug }) => slug).sort()

describe('filter[author] with the name of a deleted user that a new user has taken', () => {
  it('finds the lists of the new user, also on pages far from the first', async ({ api, catalog, db, signIn }) => {
    const share = async () => {
      await signIn('Bob')
      const { id } = await db.user.findFirstOrThrow()
      await seedLists(
        db,
        Array.from({ length: 361 }, () => ({ authorId: id })),
      )
    }
    const page = async () => (await api.get('/v1/lists?filter[author]=bob&page[number]=12').expect(200)).body
    await share()
    expect((await page()).data).toHaveLength(30)
    await deleteUser(catalog, 'Bob', { withLists: true })
    expect(await page()).toMatchObject({ data: [], meta: { total: 0 } })
    await share()
    expect(await page()).toMatchObject({ data: { length: 30 }, meta: { total: 361 } })
  })
})

describe('filter[author] and filter[game]', () => {
  const seeded = it.extend<{ seeds: undefined }>({
    seeds: [
      async ({ db, signIn }, use) => {
        await signIn('Zoë')
        await signIn('Zoëlle')
        const users = await db.user.findMany({ orderBy: { id: 'asc' } })
        const [zoe, zoelle] = users.map(({ id }) => id)
        await seedLists(db, [
          { authorId: zoe ?? null, gameId: 4 },
          { authorId: zoe ?? null, gameId: 13 },
          { authorId: zoelle ?? null, gameId: 4 },
          { gameId: 4 },
          { authorId: zoe ?? null, gameId: 4, private: true },
        ])
        await use(undefined)
      },
      { auto: true },
    ],
  })

  seeded('match whole names in any case, and can be combined', async ({ api }) => {
    const find = async (query: Record<string, string>) =>
      slugs((await api.get('/v1/lists').query(query).expect(200)).body)

    for (const size of ['30', 'all']) {
      const sized = (query: object) => find({ ...query, 'page[size]': size })
      expect(await sized({ 'filter[author]': 'Zoë' })).toEqual(['seed-1', 'seed-2'])
      expect(await sized({ 'filter[author]': 'zOË' })).toEqual(['seed-1', 'seed-2'])
      expect(await sized({ 'filter[author]': 'Zoe' })).toEqual([])
      expect(await sized({ 'filter[game]': 'TESV Skyrim SE' })).toEqual(['seed-1', 'seed-3', 'seed-4'])
      expect(await sized({ 'filter[game]': 'tesv skyrim se' })).toEqual(['seed-1', 'seed-3', 'seed-4'])
      expect(await sized({ 'filter[game]': 'Dark Messiah of Might & Magic' })).toEqual(['seed-2'])
      expect(await sized({ 'filter[game]': 'TESV' })).toEqual([])
      expect(await sized({ 'filter[author]': 'zoë', 'filter[game]': 'TESV Skyrim SE' })).toEqual(['seed-1'])
    }
  })

  seeded('return an empty page for an unknown value', async ({ api }) => {
    for (const name of ['author', 'game']) {
      for (const value of [
        'undefined',
        'null',
        'nobody',
        '%',
        '_',
        "' OR 1=1 --",
        '\0',
        '\ud83d\ude00',
        'x'.repeat(5000),
      ]) {
        for (const size of ['30', 'all']) {
          const query = { [`filter[${name}]`]: value, 'page[size]': size }
          const { body } = await api.get('/v1/lists').query(query).expect(200)
          expect(body).toMatchObject({
            data: [],
            meta: { total: 0, from: null, to: null, last_page: 1, current_page: 1 },
          })
        }
      }
    }
  })

  seeded('accept raw and percent-encoded brackets', async ({ api }) => {
    for (const query of [
      'filter[game]=Dark%20Messiah%20of%20Might%20%26%20Magic',
      'filter%5Bgame%5D=dark+messiah+of+might+%26+magic',
    ]) {
      expect(slugs((await api.get(`/v1/lists?${query}`).expect(200)).body)).toEqual(['seed-2'])
    }
  })

  seeded('refuse an unknown key with 422 under that key', async ({ api }) => {
    for (const key of [
      'filter[name]',
      'filter[]',
      'filter[Author]',
      'filter[author][]',
      'filter[__proto__]',
      'page[offset]',
      'page[]',
    ]) {
      const { body } = await api
        .get('/v1/lists')
        .query({ [key]: 'x' })
        .expect(422)
      expect(body).toEqual({ message: expect.any(String), errors: { [key]: [body.message] } })
    }
  })

  seeded('report every wrong parameter in one response', async ({ api }) => {
    const { body } = await api.get('/v1/lists?page[size]=0&page[number]=x&sort=y').expect(422)
    expect(Object.keys(body.errors).sort()).toEqual(['page[number]', 'page[size]', 'sort'])
    expect(body.message).toBe(Object.values<string[]>(body.errors)[0]?.[0])
  })
})
