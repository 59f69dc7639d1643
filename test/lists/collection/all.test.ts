import { describe, expect } from 'vitest'
import { ascending, seedLists } from '../../support/database/rows.ts'
import { it } from '../../support/it.ts'
import { send, serve } from '../../support/requests/wire.ts'

/** Number of lists: more than one batch of the database. */
const MANY = 1003

describe('page[size]=all', () => {
  it('returns all lists as one page, in the same order and shape as other pages', async ({ api, db }) => {
    const early = ascending(500).map((seed, index) => (index % 2 ? seed : { ...seed, gameId: 8 }))
    const atOnce = Array.from({ length: MANY - early.length }, () => ({}))
    await seedLists(db, [...early, ...atOnce, { private: true }])

    for (const sort of ['created', '-updated']) {
      const { body: all } = await api.get(`/v1/lists?page[size]=all&sort=${sort}`).expect(200)
      const { body: first } = await api.get(`/v1/lists?page[size]=900&sort=${sort}`).expect(200)
      const { body: second } = await api.get(`/v1/lists?page[size]=900&page=2&sort=${sort}`).expect(200)

      expect(all.data).toEqual([...first.data, ...second.data])
      expect(all.meta).toMatchObject({ per_page: MANY, total: MANY, from: 1, to: MANY, last_page: 1, current_page: 1 })
      expect(all.links).toMatchObject({ prev: null, next: null })
    }
    const { body } = await api.get('/v1/lists').query({ 'page[size]': 'all', 'filter[game]': 'Fallout 4' }).expect(200)
    expect(body.meta).toMatchObject({ total: 250, per_page: 250 })
    expect(new Set(body.data.map((list: { game: { name: string } }) => list.game.name))).toEqual(new Set(['Fallout 4']))
  })

  it.for(['/v1/lists', '/v1/user/lists'])('ignores the page number: %s', async (path, { api, db, signIn }) => {
    const token = await signIn('ann')
    await seedLists(
      db,
      ascending(3).map((seed) => ({ ...seed, authorId: 1 })),
    )
    for (const more of ['', '&filter[author]=ann', '&query=list']) {
      const show = async (number: string) =>
        (await api.get(`${path}?page[size]=all${more}${number}`).set('Authorization', token).expect(200)).body
      const { data, meta } = await show('')
      for (const number of ['&page[number]=2', '&page=7', '&page[number]=0', '&page[number]=undefined', '&page=']) {
        const page = await show(number)
        expect(page.data).toEqual(data)
        expect({ ...page.meta, links: [] }).toEqual({ ...meta, links: [] })
        expect(page.links.next).toBeNull()
      }
    }
  })

  it('is streamed while it is read, without a Content-Length', async ({ catalog, db }) => {
    await seedLists(db, ascending(MANY))
    const port = await serve(catalog)
    for (const path of ['/v1/lists?page[size]=all', '/v1/games/4', '/v1/compare']) {
      const { status, headers, text } = await send(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect({ status, encoding: headers['transfer-encoding'] }).toEqual({ status: 200, encoding: 'chunked' })
      expect(headers).not.toHaveProperty('content-length')
      const { data } = JSON.parse(text)
      expect(data.lists ?? data).toHaveLength(MANY)
    }
  })
})
