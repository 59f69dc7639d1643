import { describe, expect, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/db/client.ts'
import { transact } from '../../src/db/transaction.ts'
import { it } from '../support/it.ts'

/** Opens the database with a pool of one connection. */
function openSmall(url: string) {
  const db = openDatabase(url, { connections: 2 })
  onTestFinished(() => db.$disconnect())
  return db
}

describe('a pool of connections', () => {
  it('closes a connection that is released within its transaction, so that nobody commits what it wrote', async ({
    url,
  }) => {
    const db = openSmall(url)
    const client = await db.pool.connect()
    await client.query('BEGIN')
    await client.query("INSERT INTO games (id, name, name_key) VALUES (9999, 'Lost', 'lost')")
    client.release()

    await transact({ db }, (transaction) => transaction.game.count())
    expect(await db.game.count({ where: { id: 9999 } })).toBe(0)
  })

  it('keeps a connection that is released after its transaction', async ({ url }) => {
    const db = openSmall(url)
    await transact({ db }, (transaction) => transaction.game.count())
    expect(db.connections()).toMatchObject({ used: 0, idle: 1 })
  })
})
