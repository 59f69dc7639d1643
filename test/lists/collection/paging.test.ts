import type { Response } from 'supertest'
import { describe, expect } from 'vitest'
import { ascending, seedLists } from '../../support/database/rows.ts'
import { it } from '../../support/it.ts'

const slugs = (body: { data: { slug: string }[] }) => body.data.map(({ slug }) => slug)

describe('the pages of lists', () => {
  it('never overlap and together contain all lists, even if many have the same time', async ({ api, clock, db }) => {
    const instants = [0, 0, 0, 0, 1, 1, 2, 0, 0, 2, 2, 2, 0, 1, 1, 0, 0]
    await seedLists(
      db,
      instants.map((minute) => ({ createdAt: new Date(clock.now.getTime() - minute * 60_000) })),
    )

    for (const sort of ['created', '-created', 'updated', '-updated']) {
      const { body: all } = await api.get(`/v1/lists?page[size]=all&sort=${sort}`).expect(200)
      expect(new Set(slugs(all)).size).toBe(instants.length)

      for (const size of [1, 3, 5, 17, 900]) {
        const seen: string[] = []
        let next: string | null = `https://api.example.com/v1/lists?page[size]=${size}&sort=${sort}`
        while (next !== null) {
          const { body }: Response = await api.get(next.replace('https://api.example.com', '')).expect(200)
          seen.push(...slugs(body))
          next = body.links.next
        }
        expect(seen).toEqual(slugs(all))
      }
    }
  })

  it('have the requested size, from 1 to 900', async ({ api, db }) => {
    await seedLists(db, ascending(3))
    for (const [size, shown] of [
      ['1', 1],
      ['2', 2],
      ['900', 3],
    ] as const) {
      const { body } = await api.get(`/v1/lists?page[size]=${size}`).expect(200)
      expect({ shown: body.data.length, size: body.meta.per_page }).toEqual({ shown, size: Number(size) })
    }
  })

  it('are refused with 422 under the key as sent if the size or number is invalid', async ({ api }) => {
    const wrong = ['0', '-1', '901', '1000', '1.5', '1e2', '0x10', 'ALL', 'ten', ' 5', '٣', '99999999999999999999']
    for (const value of wrong) {
      const { body } = await api.get('/v1/lists').query({ 'page[size]': value }).expect(422)
      expect(body).toEqual({ message: expect.any(String), errors: { 'page[size]': [body.message] } })
    }
    for (const key of ['page[number]', 'page']) {
      for (const value of ['0', '-1', '1.5', '1e2', 'all', 'x', ' 2']) {
        const { body } = await api
          .get('/v1/lists')
          .query({ [key]: value })
          .expect(422)
        expect(body).toEqual({ message: expect.any(String), errors: { [key]: [body.message] } })
      }
    }
  })
})

describe('a website that pages through lists', () => {
  it('finds its filter, size, order and other parameters in every link', async ({ api, db }) => {
    await seedLists(db, ascending(9))
    for (const query of [
      'filter[game]=TESV%20Skyrim%20SE&sort=-updated&page[size]=2&page=3&theme=a+b&utm=x',
      'filter%5Bgame%5D=TESV+Skyrim+SE&sort=-updated&page%5Bsize%5D=2&page%5Bnumber%5D=3&theme=a%20b&utm=x',
    ]) {
      const { body } = await api.get(`/v1/lists?${query}`).expect(200)
      expect(body.meta).toMatchObject({
        current_page: 3,
        last_page: 5,
        total: 9,
        path: 'https://api.example.com/v1/lists',
      })
      const { first, last, prev, next } = body.links
      const pager: { url: string | null }[] = body.meta.links
      for (const url of [first, last, prev, next, ...pager.flatMap((link) => link.url ?? [])]) {
        expect(url).toMatch(/^https:\/\/api\.example\.com\/v1\/lists\?/)
        expect(url).not.toMatch(/[[\]]/)
        const { 'page[number]': number, ...kept } = Object.fromEntries(new URL(url).searchParams)
        const others = { sort: '-updated', theme: 'a b', utm: 'x' }
        expect(kept).toEqual({ 'filter[game]': 'TESV Skyrim SE', 'page[size]': '2', ...others })
        const { body: led } = await api.get(url.replace('https://api.example.com', '')).expect(200)
        expect(led.meta.current_page).toBe(Number(number))
      }
    }
  })
})
