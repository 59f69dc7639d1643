import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { Database, Db } from '../../../../src/db/client.ts'
import { numberedSlug } from '../../../../src/lists/slug.ts'
import { findFreeNumber } from '../../../../src/lists/writing/free-slug-queries.ts'
import { it } from '../../../support/it.ts'
import { fillList } from '../../../support/requests/forms.ts'

describe('the slugs of POST /v1/lists', () => {
  it('are the first 20 of a name for 20 lists that are created at once', async ({ api, db }) => {
    await fillList(api.post('/v1/lists'), { name: 'First' }).expect(201) // Prisma compiles its queries
    const answers = await Promise.all(Array.from({ length: 20 }, () => fillList(api.post('/v1/lists'))))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const slugs = ['my-list', ...Array.from({ length: 19 }, (_, index) => `my-list-${index + 2}`)]
    expect(answers.map(({ body }) => body.data.slug).sort()).toEqual(slugs.sort())
    expect(await db.list.count()).toBe(21)
  })

  it('are all different for concurrent lists whose names look like numbered slugs', async ({ api, db }) => {
    const names = ['My List', 'my list!', 'My List 2', 'My List 2 2', 'My List 3', 'MY-LIST-3']
    const answers = await Promise.all(
      Array.from({ length: 48 }, (_, index) => fillList(api.post('/v1/lists'), { name: names[index % 6] ?? '' })),
    )

    expect(answers.map(({ status }) => status)).toEqual(Array(48).fill(201))
    expect(new Set(answers.map(({ body }) => body.data.slug)).size).toBe(48)
    expect(await db.list.count()).toBe(48)
  })

  it('are all different for concurrent lists with long names that differ only where the suffix goes', async ({
    api,
    db,
  }) => {
    const names = Array.from({ length: 40 }, (_, index) => `${'x'.repeat(98)}${index + 10}`)
    for (const round of [1, 2]) {
      const answers = await Promise.all(names.map((name) => fillList(api.post('/v1/lists'), { name })))
      expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(201))
      expect(await db.list.count()).toBe(40 * round)
    }
    for (const { slug } of await db.list.findMany()) expect(slug.length).toBeLessThanOrEqual(100)
  })

  it('are all different for 20 lists at once, of one name, of 100 characters, or of names that begin others', async ({
    api,
    db,
  }) => {
    for (let round = 1; round <= 5; round++) {
      await db.list.deleteMany()
      for (const [at, names] of [['a'], ['x'.repeat(100)], ['a', 'a-2', 'a-2-2', 'a-3']].entries()) {
        const given = Array.from({ length: 20 }, (_, index) => names[index % names.length] ?? '')
        const answers = await Promise.all(given.map((name) => fillList(api.post('/v1/lists'), { name })))
        expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
        expect(await db.list.count()).toBe(20 * (at + 1))
      }
    }
  })

  it.for([
    [
      ['My List 2', 'My List', 'My List'],
      ['my-list-2', 'my-list', 'my-list-3'],
    ],
    [
      ['My List', 'My List', 'My List 2'],
      ['my-list', 'my-list-2', 'my-list-2-2'],
    ],
    [
      ['My List 2', 'My List 3', 'My List', 'My List'],
      ['my-list-2', 'my-list-3', 'my-list', 'my-list-4'],
    ],
    [
      ['漢字', 'List', '😀'],
      ['list', 'list-2', 'list-3'],
    ],
    [
      ['x'.repeat(255), 'x'.repeat(200)],
      ['x'.repeat(100), `${'x'.repeat(98)}-2`],
    ],
  ] as const)('have the next free suffix: %j', async ([names, slugs], { api }) => {
    const given: string[] = []
    for (const name of names) given.push((await fillList(api.post('/v1/lists'), { name }).expect(201)).body.data.slug)

    expect(given).toEqual(slugs)
    for (const slug of slugs) await api.get(`/v1/lists/${slug}`).expect(200)
  })

  it.for(['lists', 'freed_slugs'])(
    'are the next free ones after 2,000 taken numbers in %s',
    async (table, { api, db }) => {
      const taken = Array.from({ length: 2_001 }, (_, index) => numberedSlug('my-list', index + 1))
      await (table === 'lists' ? takeSlugs(db, taken) : reserveSlugs(db, taken))
      const { body } = await fillList(api.post('/v1/lists')).expect(201)

      expect(body.data.slug).toBe('my-list-2002')
      const answers = await Promise.all(Array.from({ length: 40 }, () => fillList(api.post('/v1/lists')).expect(201)))
      expect(new Set([...taken, ...answers.map(({ body }) => body.data.slug)]).size).toBe(taken.length + 40)
    },
  )

  it('are free and follow a taken number, for any gaps between taken numbers', async ({ db }) => {
    const base = fc.constantFrom('a', 'x'.repeat(100), `${'x'.repeat(97)}-yy`, `${'x'.repeat(96)}-y-z`)
    const numbers = fc.uniqueArray(fc.integer({ min: 2, max: 130 }), { maxLength: 120 })
    await fc.assert(
      fc.asyncProperty(base, numbers, fc.integer({ min: 2, max: 120 }), async (base, numbers, from) => {
        await db.list.deleteMany()
        await takeSlugs(
          db,
          numbers.map((number) => numberedSlug(base, number)),
        )
        const free = await findFreeNumber(db, base, from)
        expect(free).toBeGreaterThanOrEqual(from)
        expect(numbers).not.toContain(free)
        for (let number = from; number < free; number++) expect(numbers).toContain(number)
      }),
      { numRuns: 60 },
    )
  })

  it('are found in few steps after 30,000 taken numbers', async ({ db }) => {
    const numbers = Array.from({ length: 30_000 }, (_, index) => index + 2)
    await takeSlugs(
      db,
      numbers.map((number) => numberedSlug('a', number)),
    )
    let steps = 0
    const findMany = (options: object) => {
      steps++
      return db.list.findMany(options)
    }
    const list = { findMany }
    const counted = { list, freedSlug: db.freedSlug } as unknown as Db
    expect(await findFreeNumber(counted, 'a', 2)).toBeGreaterThan(30_001)
    expect(steps).toBeLessThanOrEqual(10)
  })

  it('are never those of private or expired lists', async ({ api, clock, db }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    await db.list.updateMany({ data: { private: true } })
    const { body } = await fillList(api.post('/v1/lists'), { expires: '3h' }).expect(201)
    clock.advance(3 * 3_600_000)
    const answers = await Promise.all([1, 2, 3].map(() => fillList(api.post('/v1/lists')).expect(201)))

    const slugs = answers.map((answer) => answer.body.data.slug)
    expect(body.data.slug).toBe('my-list-2')
    expect(new Set(slugs).size).toBe(3)
    expect(slugs).not.toContain('my-list')
  })

  it('end in eight random characters for lists that are created private', async ({ api, db }) => {
    const create = (fields = {}) => fillList(api.post('/v1/lists'), { private: '1', ...fields }).expect(201)
    const answers = await Promise.all(Array.from({ length: 30 }, () => create()))
    const slugs: string[] = answers.map(({ body }) => body.data.slug)
    expect(new Set(slugs).size).toBe(30)
    for (const slug of slugs) expect(slug).toMatch(/^my-list-[a-z\d]{8}$/)

    const long = (await create({ name: `${'x'.repeat(90)} ${'y'.repeat(164)}` })).body.data.slug
    expect(long).toMatch(/^x{90}-[a-z\d]{8}$/)
    const longest = (await create({ name: 'x'.repeat(255) })).body.data.slug
    expect(longest).toMatch(/^x{91}-[a-z\d]{8}$/)
    expect((await create({ name: '漢字' })).body.data.slug).toMatch(/^list-[a-z\d]{8}$/)
    for (const slug of [...slugs, long, longest]) await api.get(`/v1/lists/${slug}`).expect(200)
    expect((await fillList(api.post('/v1/lists')).expect(201)).body.data.slug).toBe('my-list')
    expect(await db.list.count()).toBe(34)
  })

  it('do not change if a list is made private or public later', async ({ api, signIn }) => {
    const token = await signIn('Ada')
    for (const [before, after] of [
      ['1', '0'],
      ['0', '1'],
    ] as const) {
      const created = await fillList(api.post('/v1/lists').set('Authorization', token), { private: before }).expect(201)
      const { slug } = created.body.data
      const put = fillList(api.put(`/v1/lists/${slug}`).set('Authorization', token), { private: after })
      expect((await put.expect(200)).body.data).toMatchObject({ slug, private: after === '1' })
      const patch = api
        .patch(`/v1/lists/${slug}`)
        .set('Authorization', token)
        .send({ private: before === '1' })
      expect((await patch.expect(200)).body.data).toMatchObject({ slug, private: before === '1' })
    }
  })
})

/** Inserts lists with these slugs, each with its own base. */
async function takeSlugs(db: Database, slugs: readonly string[]): Promise<void> {
  await db.$executeRaw`
    INSERT INTO lists (slug, slug_base, slug_number, name, private, created_at, updated_at, game_id)
    SELECT slug, slug, 1, 'Taken', false, now(), now(), 4 FROM unnest(${slugs}::text[]) slug`
}

/** Reserves these slugs, each with its own base. */
async function reserveSlugs(db: Database, slugs: readonly string[]): Promise<void> {
  await db.freedSlug.createMany({
    data: slugs.map((slug) => ({ slug, slugBase: slug, slugNumber: 1, freeAt: new Date('2100-01-01') })),
  })
}
