import pg from 'pg'
import { describe, expect, inject } from 'vitest'
import type { Database } from '../../src/db/client.ts'
import { errorOf, expectFailure, kindOf, later } from '../support/database/errors.ts'
import { connected } from '../support/database/own.ts'
import { at, query } from '../support/database/query.ts'
import { it } from '../support/it.ts'

const moment = new Date('2026-11-20T08:30:00Z')
const user = { name: 'Ada', nameKey: 'ada', createdAt: moment }

describe('an error from another transaction', () => {
  it('counts as a conflict if the other has changed a row meanwhile', async ({ db, url }) => {
    const { id } = await db.user.create({ data: user })
    const work = db.$transaction(
      async (transaction) => {
        await transaction.user.findMany()
        await query(url, "UPDATE users SET name = 'ADA'")
        await transaction.user.update({ where: { id }, data: { verified: true } })
      },
      { isolationLevel: 'RepeatableRead' },
    )
    await expectFailure(work, 'conflict')
  })

  it('counts as a conflict if both deadlock', async ({ db }) => {
    const first = await db.user.create({ data: user })
    const second = await db.user.create({ data: { ...user, nameKey: 'other' } })
    const both = later()
    let holding = 0
    const inOrder = (...ids: number[]) =>
      db.$transaction(async (transaction) => {
        for (const id of ids) {
          await transaction.user.update({ where: { id }, data: { verified: true } })
          if (++holding === 2) both.resolve()
          await both.promise
        }
      })
    const results = await Promise.allSettled([inOrder(first.id, second.id), inOrder(second.id, first.id)])

    const errors = results.flatMap((result) => (result.status === 'rejected' ? [kindOf(result.reason)] : []))
    expect(errors).toEqual(['conflict'])
  })
})

describe('a database', () => {
  it('counts as unavailable if it does not run', async () => {
    const db = connected(at(inject('template'), { port: '1' }))
    await expectFailure(db.game.count(), 'unavailable')
    await expectFailure(
      db.$transaction((transaction) => transaction.game.count()),
      'unavailable',
    )
  })

  it('counts as unavailable if a statement exceeds its timeout', async ({ db }) => {
    const work = db.$transaction(async (transaction) => {
      await transaction.$executeRaw`SET LOCAL statement_timeout = 50`
      await transaction.$queryRaw`SELECT 1 FROM (SELECT pg_sleep(60)) AS slow`
    })
    await expectFailure(work, 'unavailable')
  })

  it('counts as unavailable if it ends the connection during a statement, or between two of a transaction', async ({
    url,
    db: _,
  }) => {
    const db = connected(url)
    const end = (pid: number) => query(at(url, { database: 'postgres' }), 'SELECT pg_terminate_backend($1)', [pid])
    const self = async (of: Pick<Database, '$queryRaw'>) => {
      const [row] = await of.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
      return row?.pid ?? 0
    }

    const between = db.$transaction(async (transaction) => {
      await end(await self(transaction))
      await transaction.user.create({ data: user })
    })
    await expectFailure(between, 'unavailable')

    const within = db.$transaction(async (transaction) => {
      const pid = await self(transaction)
      const slow = errorOf(transaction.$queryRaw`SELECT 1 FROM (SELECT pg_sleep(60)) AS slow`)
      const sleeping = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'"
      await expect.poll(() => query(url, sleeping, [pid])).toHaveLength(1)
      await end(pid)
      throw await slow
    })
    await expectFailure(within, 'unavailable')

    expect(await db.user.count()).toBe(0) // the pool recovers without help
  })

  it('counts as unavailable if a row is locked for longer than the statement waits', async ({ db, url }) => {
    await db.user.create({ data: user })
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    await other.query('BEGIN; SELECT FROM users FOR UPDATE')
    await expectFailure(db.$queryRaw`SELECT id FROM users FOR UPDATE NOWAIT`, 'unavailable')
    await other.end()
  })
})

describe('any other error', () => {
  it('is neither a conflict nor an outage if a row is missing, a statement is invalid, or the code throws', async ({
    db,
  }) => {
    const errors = [
      db.user.update({ where: { id: 999 }, data: { verified: true } }),
      db.$queryRawUnsafe('SELEKT'),
      db.user.create({ data: { ...user, name: 'a\0b' } }),
      db.$queryRaw`SELECT 2147483647 + 1`,
      db.user.findMany({ where: { id: 'x' as unknown as number } }),
      db.$transaction(() => Promise.reject(new TypeError('oops'))),
    ].map(errorOf)
    for (const error of await Promise.all(errors)) expect([error, kindOf(error)]).toEqual([error, 'neither'])
  })
})
