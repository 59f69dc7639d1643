import { describe, expect } from 'vitest'
import { transact } from '../../src/db/transaction.ts'
import { it } from '../support/it.ts'

describe('a pool of connections', () => {
  it('closes a connection that is released within its transaction, so that nobody commits what it wrote', async ({
    db,
  }) => {
    const client = await db.pool.connect()
    await client.query('BEGIN')
    await client.query("INSERT INTO games (id, name, name_key) VALUES (9999, 'Lost', 'lost')")
    client.release()

    expect(db.connections()).toMatchObject({ used: 0, idle: 0 })
    await transact({ db }, (transaction) => transaction.game.count())
    expect(await db.game.count({ where: { id: 9999 } })).toBe(0)
  })

  it('keeps a connection that is released after its transaction', async ({ db }) => {
    await transact({ db }, (transaction) => transaction.game.count())
    expect(db.connections()).toMatchObject({ used: 0, idle: 1 })
  })
})
