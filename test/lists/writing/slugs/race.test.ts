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
