import { describe, expect } from 'vitest'
import { readByIndex, readConsistently } from '../../src/db/transaction.ts'
import { it } from '../support/it.ts'

describe('a read by index', () => {
  it('reads no whole table, however few rows it has, and leaves other reads as they are', async ({ db }) => {
    const plan = await readByIndex(
      db,
      (transaction) => transaction.$queryRaw<{ 'QUERY PLAN': string }[]>`
        EXPLAIN SELECT list_id FROM list_mods WHERE (enabled || disabled) @> ARRAY[1]`,
    )
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Scan on list_mods_ids_idx')
    expect((await db.pool.query('SHOW enable_seqscan')).rows).toEqual([{ enable_seqscan: 'on' }])
  })
})

describe('a read of several statements', () => {
  it('ends although what it reads changes between any two of them', async ({ db }) => {
    let id = 100
    const work = async (statements: Pick<typeof db, 'game'>) => {
      const before = await statements.game.count()
      await db.game.create({ data: { id: ++id, name: `Game ${id}`, nameKey: `game ${id}` } })
      return before === (await statements.game.count()) ? { before } : null
    }
    const first = await db.game.count()
    expect(await readConsistently(db, work)).toEqual({ before: first + 3 })
  })
})
