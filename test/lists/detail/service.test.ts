import type pg from 'pg'
import { describe, expect } from 'vitest'
import { diffsOf } from '../../../src/compare/service.ts'
import { createByteBudget } from '../../../src/http/limits/byte-budget.ts'
import { detailBytes, detailSource } from '../../../src/lists/detail-service.ts'
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
    const source = detailSource(exchanging, 2 ** 20, createByteBudget())
    const show = async () => (await detailBytes(source, { slug: 'my-list', revision: null }, null, false)).body
    const body = await show()
    expect(JSON.parse(body.toString()).data.files).toMatchObject([{ clean_name: 'a.txt', content: ['of a'] }])
    expect(await show()).toEqual(body)

    const [list1, list2] = [await find('my-list'), await find('my-list-2')]
    await exchangeIds()
    const pair = { list1, list2, snapshot: '', validUntil: null }
    const diffs = await diffsOf({ ...catalog, differ }, pair, new AbortController().signal)
    expect(diffs.map((diff) => JSON.parse(Buffer.from(diff).toString()))).toMatchObject([
      expect.stringContaining('-of a'),
      expect.stringContaining('+of b'),
    ])
  })
})
