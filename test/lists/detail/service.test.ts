import type pg from 'pg'
import { describe, expect } from 'vitest'
import { diffsOf } from '../../../src/compare/service.ts'
import { createByteBudget } from '../../../src/http/limits/byte-budget.ts'
import { showDetail } from '../../../src/lists/detail-service.ts'
import { findDetail } from '../../../src/lists/hot-queries.ts'
import { it } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'

describe('a list whose file ids belong to other files since it was read, as after a failover', () => {
  it('is shown and compared with its own contents', async ({ api, catalog, db, differ }) => {
    await fillList(api.post('/v1/lists'), {}, { 'a.txt': 'of a\n' }).expect(201)
    await fillList(api.post('/v1/lists'), {}, { 'b.txt': 'of b\n' }).expect(201)
    const find = async (slug: string) => (await findDetail(db, slug, catalog.clock())) ?? expect.fail(`no ${slug}`)
    const exchangeIds = async () => {
      for (const [from, to] of [
        [1, 0],
        [2, 1],
        [0, 2],
      ])
        await db.$executeRaw`UPDATE files SET id = ${to} WHERE id = ${from}`
    }
    let isFirst = true
    const query = async (statement: pg.QueryConfig) => {
      const result = await db.pool.query(statement)
      if (isFirst) await exchangeIds()
      isFirst = false
      return result
    }
    const pool = Object.create(db.pool, { query: { value: query } })
    const exchanging: typeof catalog = { ...catalog, db: Object.create(db, { pool: { value: pool } }) }
    const context = { ...exchanging, budget: createByteBudget() }
    const address = { slug: 'my-list', revision: null }
    const show = async () => (await showDetail(context, address, { sender: null, hasCounts: false })).body
    const body = await show()
    expect(body).toMatchObject({ data: { files: [{ clean_name: 'a.txt', content: ['of a'] }] } })
    expect(await show()).toEqual(body)

    const [list1, list2] = [await find('my-list'), await find('my-list-2')]
    await exchangeIds()
    const pair = { list1, list2, snapshot: '', validUntil: null }
    const diffs = await diffsOf({ ...catalog, differ }, pair, new AbortController().signal)
    expect(diffs).toEqual([expect.stringContaining('-of a'), expect.stringContaining('+of b')])
  })
})

it('a list that has not changed since it was cached is not made again, although other lists have changed', async ({
  api,
  catalog,
}) => {
  await fillList(api.post('/v1/lists'), {}, { 'a.txt': 'a\n' }).expect(201)
  const [address, asked] = [
    { slug: 'my-list', revision: null },
    { sender: null, hasCounts: false },
  ]
  const made = await showDetail({ ...catalog, budget: createByteBudget() }, address, asked)
  const before = { ...made, body: Buffer.from('cached'), tag: made.tag ?? '', validFrom: catalog.clock() }
  await fillList(api.post('/v1/lists'), { name: 'Other' }, { 'a.txt': 'a\n' }).expect(201)

  const budget = { reserve: () => expect.fail('it is made again') }
  const again = await showDetail({ ...catalog, budget }, address, asked, before)
  expect(again).toMatchObject({ body: before.body, tag: made.tag })
  expect(again.snapshot).not.toBe(made.snapshot)
})
