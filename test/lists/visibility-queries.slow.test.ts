import { describe, expect } from 'vitest'
import type { Database } from '../../src/db/client.ts'
import { Prisma } from '../../src/db/generated/client.ts'
import {
  existing,
  existingSql,
  type ListFilter,
  matching,
  matchingSql,
  nextExpirySql,
  sorted,
  sortedSql,
  unsweptSql,
  visible,
  visibleSql,
} from '../../src/lists/visibility-queries.ts'
import { LIST_ORDERS, seedMixedLists } from '../support/database/rows.ts'
import { it, START } from '../support/it.ts'

const MOMENTS = [-3_600_000, -1, 0, 1, 3_600_000].map((offset) => new Date(START.getTime() + offset))

const idsBy = async (db: Database, condition: Prisma.Sql, order = Prisma.sql`id`) =>
  (await db.$queryRaw<{ id: number }[]>`SELECT id FROM lists WHERE ${condition} ORDER BY ${order}`).map(({ id }) => id)

describe('the SQL condition', () => {
  it('matches the same lists in the same order as the Prisma condition', async ({ db, signIn }) => {
    const [ada, bob] = await seedMixedLists(db, signIn)
    const viewers: ListFilter[] = [{}, { owner: ada }, { owner: bob }, { orOwner: ada }]
    const filters: ListFilter[] = [{}, { gameId: 2 }, { authorId: ada }, { gameId: 2, authorId: ada }, { gameId: 31 }]
    for (const filter of viewers.flatMap((viewer) => filters.map((other) => ({ ...viewer, ...other })))) {
      for (const [index, now] of MOMENTS.entries()) {
        const order = LIST_ORDERS[index % LIST_ORDERS.length] ?? { by: 'createdAt', direction: 'asc' }
        const twin = await db.list.findMany({
          where: matching(filter, now),
          orderBy: sorted(order),
          select: { id: true },
        })
        const ids = await idsBy(db, matchingSql(filter, now), sortedSql(order))
        expect(ids).toEqual(twin.map(({ id }) => id))
      }
    }
  })

  it('excludes a list from the moment it expires, like the Prisma condition', async ({ db, signIn }) => {
    await seedMixedLists(db, signIn)
    const numbers = []
    for (const now of MOMENTS) {
      const twin = await db.list.findMany({ where: visible(now), orderBy: { id: 'asc' }, select: { id: true } })
      const ids = await idsBy(db, visibleSql(now))
      expect(ids).toEqual(twin.map(({ id }) => id))
      numbers.push(ids.length)
    }
    expect(new Set(numbers).size).toBe(3)
  })

  it('treats a hidden list as existing even after its expiry, like the Prisma condition', async ({ db, signIn }) => {
    await seedMixedLists(db, signIn)
    for (const now of MOMENTS) {
      const twin = await db.list.findMany({ where: existing(now), orderBy: { id: 'asc' }, select: { id: true } })
      expect(await idsBy(db, existingSql(now))).toEqual(twin.map(({ id }) => id))
      const hidden = await db.list.count({ where: { AND: [existing(now), { hiddenAt: { not: null } }] } })
      expect(hidden).toBe(await db.list.count({ where: { hiddenAt: { not: null } } }))
    }
  })

  it('for unswept lists matches the public lists that have expired', async ({ db, signIn }) => {
    await seedMixedLists(db, signIn)
    for (const now of MOMENTS) {
      const where = { private: false, hiddenAt: null, NOT: visible(now) }
      const rows = await db.$queryRaw`
        SELECT game_id AS "gameId", author_id AS "authorId" FROM ${unsweptSql(now)} ORDER BY 1, 2`
      const select = { gameId: true, authorId: true }
      const orderBy = [{ gameId: 'asc' as const }, { authorId: 'asc' as const }]
      expect(rows).toEqual(await db.list.findMany({ where, select, orderBy }))
    }
  })

  it('for the next expiry finds the public list that expires first', async ({ db, signIn }) => {
    await seedMixedLists(db, signIn)
    for (const now of MOMENTS) {
      const where = { private: false, hiddenAt: null, expiresAt: { gt: now } }
      const first = await db.list.findFirst({ where, orderBy: { expiresAt: 'asc' }, select: { expiresAt: true } })
      const [row] = await db.$queryRaw<{ moment: Date | null }[]>`SELECT ${nextExpirySql(now)} AS moment`
      expect(row?.moment).toEqual(first?.expiresAt ?? null)
    }
  })
})
