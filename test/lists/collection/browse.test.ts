import { describe, expect } from 'vitest'
import { ascending, seedLists } from '../../support/database/rows.ts'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'

const slugs = (body: { data: { slug: string }[] }) => body.data.map(({ slug }) => slug)

describe('GET /v1/lists', () => {
  it('returns the documented keys of a page in their order, and no others', async ({ api }) => {
    await fillList(api.post('/v1/lists')).expect(201)
    const { body } = await api.get('/v1/lists').expect(200)

    const page = 'https://api.example.com/v1/lists?page%5Bnumber%5D=1'
    const links = { first: page, last: page, prev: null, next: null }
    const meta = {
      current_page: 1,
      from: 1,
      last_page: 1,
      links: [
        { url: null, label: '&laquo; Previous', active: false },
        { url: page, label: '1', active: true },
        { url: null, label: 'Next &raquo;', active: false },
      ],
      path: 'https://api.example.com/v1/lists',
      per_page: 30,
      to: 1,
      total: 1,
    }
    expect(JSON.stringify(body)).toBe(JSON.stringify({ data: body.data, links, meta }))
    const { body: all } = await api.get('/v1/lists?page[size]=all').expect(200)
    expect(JSON.stringify(all.data)).toBe(JSON.stringify(body.data))
    expect(Object.keys(all)).toEqual(Object.keys(body))
    expect(Object.keys(all.meta)).toEqual(Object.keys(meta))
  })

  it('returns 30 lists per page, newest first, by default', async ({ api, db }) => {
    await seedLists(db, ascending(31))
    const { body } = await api.get('/v1/lists').expect(200)

    expect(slugs(body)).toEqual(Array.from({ length: 30 }, (_, index) => `seed-${31 - index}`))
    expect(body.meta).toMatchObject({ per_page: 30, total: 31, last_page: 2, from: 1, to: 30 })
  })
})

describe('sort', () => {
  it('orders by created or updated, ascending or descending', async ({ api, clock, db }) => {
    const at = (minutes: number) => new Date(clock.now.getTime() + minutes * 60_000)
    await seedLists(db, [
      { createdAt: at(-3), updatedAt: at(0) },
      { createdAt: at(-2), updatedAt: at(-1) },
      { createdAt: at(-1), updatedAt: at(-1) },
    ])
    for (const size of ['', '&page[size]=2', '&page[size]=all']) {
      const first = async (sort: string) => slugs((await api.get(`/v1/lists?sort=${sort}${size}`).expect(200)).body)[0]

      expect(await first('created')).toBe('seed-1')
      expect(await first('-created')).toBe('seed-3')
      expect(await first('updated')).toBe('seed-2')
      expect(await first('-updated')).toBe('seed-1')
    }
  })

  it('refuses any other value with 422 under the key sort', async ({ api }) => {
    for (const sort of [
      'name',
      'CREATED',
      '--created',
      '+created',
      'created,-updated',
      'createdAt',
      'id; DROP TABLE lists',
    ]) {
      const { body } = await api.get('/v1/lists').query({ sort }).expect(422)
      expect(body).toEqual({ message: expect.any(String), errors: { sort: [body.message] } })
    }
  })
})
