import { describe, expect } from 'vitest'
import type { Database } from '../../../src/db/client.ts'
import { findPosition } from '../../../src/lists/collection/counter-queries.ts'
import {
  findAuthor,
  findPageIds,
  findPageIdsFrom,
  findSummaries,
  type PageFilter,
} from '../../../src/lists/collection/page-queries.ts'
import { foldCounts } from '../../../src/lists/expiry/sweep.ts'
import { countLists, findPage } from '../../../src/lists/queries.ts'
import { unexpired } from '../../../src/lists/visibility-queries.ts'
import { LIST_ORDERS, seedMixedLists } from '../../support/database/rows.ts'
import { it, START } from '../../support/it.ts'

const MOMENTS = [-3_600_000, 0, 3_600_000].map((offset) => new Date(START.getTime() + offset))

const filtersOf = (ada: number): PageFilter[] => {
  const author = { authorId: ada, authorKey: 'ada' }
  return [{}, { gameId: 2 }, author, { gameId: 2, ...author }, { gameId: 31 }]
}

async function nextExpiry(db: Database, now: Date) {
  const where = { private: false, expiresAt: { gt: now }, AND: unexpired(now) }
  return (await db.list.aggregate({ where, _min: { expiresAt: true } }))._min.expiresAt
}

describe('a page by ids', () => {
  it('has the lists, the total and the next expiry that Prisma gives, from the start and from a day on', async ({
    db,
    signIn,
  }) => {
    const [ada] = await seedMixedLists(db, signIn)
    for (const [round, now] of MOMENTS.entries()) {
      if (round === 1) await foldCounts({ db })
      const validUntil = await nextExpiry(db, now)
      for (const filter of filtersOf(ada)) {
        const total = await countLists(db, filter, now)
        for (const order of LIST_ORDERS) {
          const all = await findPage(db, filter, order, { skip: 0, take: 1_000 }, now)
          for (const [skip, take] of [
            [0, 10],
            [25, 40],
            [Math.max(0, total - 5), 10],
            [total, 10],
          ] as const) {
            const expected = all.slice(skip, skip + take)
            const ids = expected.map(({ id }) => id)
            const stamps = expected.map(({ stamp }) => stamp)
            const page = await findPageIds(db.pool, filter, order, { skip, take }, now)
            expect(page).toMatchObject({ ids, stamps, total, validUntil, isAuthor: true })

            const position = await findPosition(db.pool, filter, order, skip, now)
            expect(position).toMatchObject({ total, validUntil })
            expect(position.start === null).toBe(skip >= total)
            if (position.start === null) continue
            const from = await findPageIdsFrom(db.pool, filter, order, position.start, take, now)
            expect(from).toMatchObject({ ids, stamps, validUntil, isAuthor: true })
          }
        }
      }
    }
  })

  it('tells that nobody has the name any more by which its author was found', async ({ db, signIn }) => {
    const [ada] = await seedMixedLists(db, signIn)
    const page = (authorKey: string) =>
      findPageIds(
        db.pool,
        { authorId: ada, authorKey },
        { by: 'createdAt', direction: 'desc' },
        { skip: 0, take: 5 },
        START,
      )

    expect((await page('ada')).isAuthor).toBe(true)
    expect((await page('bob')).isAuthor).toBe(false)
  })
})

describe('the lists of a page', () => {
  it('are the rows that Prisma gives', async ({ db, signIn }) => {
    await seedMixedLists(db, signIn)
    const twins = await db.list.findMany({ include: { game: true, author: true }, orderBy: { id: 'asc' }, take: 50 })
    const rows = await findSummaries(
      db.pool,
      twins.map(({ id }) => id),
    )
    expect(rows.sort((a, b) => a.id - b.id)).toMatchObject(twins)
    expect(await findSummaries(db.pool, [])).toEqual([])
  })
})

describe('an author by name', () => {
  it('is the one that Prisma gives', async ({ db, signIn }) => {
    await seedMixedLists(db, signIn)
    for (const nameKey of ['ada', 'bob', 'cy', '']) {
      const twin = await db.user.findUnique({ where: { nameKey } })
      expect((await findAuthor(db.pool, nameKey)).id).toBe(twin?.id ?? null)
    }
  })
})
