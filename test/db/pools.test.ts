import { describe, expect } from 'vitest'
import { prepared } from '../../src/db/statements.ts'
import { transact } from '../../src/db/transaction.ts'
import { it } from '../support/it.ts'

describe('a pool of connections', () => {
  it('closes a connection that is released within its transaction, so that nobody commits what it wrote', async ({
    db,
  }) => {
    const client = await db.customPlans.connect()
    await client.query('BEGIN')
    await client.query("INSERT INTO games (id, name, name_key) VALUES (9999, 'Lost', 'lost')")
    client.release()

    expect(db.pools().prisma).toMatchObject({ used: 0, idle: 0 })
    await transact({ db }, (transaction) => transaction.game.count())
    expect(await db.game.count({ where: { id: 9999 } })).toBe(0)
  })

  it('keeps a connection that is released after its transaction', async ({ db }) => {
    await transact({ db }, (transaction) => transaction.game.count())
    expect(db.pools().prisma).toMatchObject({ used: 0, idle: 1 })
  })

  it('prepares the statements of transactions that are written by hand, but no model calls', async ({ db }) => {
    await transact({ db }, async (transaction) => {
      const statement = prepared('one of the tests')`SELECT name FROM games WHERE id = ${4}`
      await transaction.query(statement)
      await transaction.game.findMany({ where: { id: { in: [1, 2] } } })
      const names = await transaction.$queryRaw<{ name: string }[]>`SELECT name FROM pg_prepared_statements`
      expect(names).toEqual([{ name: statement.name }])
    })
  })
})
