import { describe, expect } from 'vitest'
import { everyList } from '../../../src/lists/collection/service.ts'
import { findAfter, type ListFilter, type ListOrder, type ListRow } from '../../../src/lists/queries.ts'
import { it, START } from '../../support/it.ts'
import { seedLists } from '../../support/rows.ts'

const HOUR = 3_600_000
const ORDERS = (['createdAt', 'updatedAt'] as const).flatMap((by) =>
  (['asc', 'desc'] as const).map((direction): ListOrder => ({ by, direction })),
)

async function allOf(batches: AsyncIterable<ListRow[]>): Promise<ListRow[]> {
  const rows: ListRow[] = []
  for await (const batch of batches) rows.push(...batch)
  return rows
}

describe('everyList', () => {
  it('gives the public lists that Prisma gives, under every filter and in every order', async ({
    catalog,
    db,
    signIn,
  }) => {
    await signIn('Ada')
    const { id: ada } = await db.user.findFirstOrThrow()
    // Many of one instant, so that batches end between them; some private, some expired.
    const seeds = Array.from({ length: 900 }, (_, index) => ({
      gameId: 1 + (index % 3),
      authorId: index % 2 === 0 ? ada : null,
      private: index % 17 === 0,
      createdAt: new Date(START.getTime() - (index % 7) * HOUR),
      updatedAt: new Date(START.getTime() + (index % 5) * HOUR),
      expiresAt: index % 11 === 0 ? new Date(START.getTime() + ((index % 3) - 1) * HOUR) : null,
    }))
    await seedLists(db, seeds)

    const filters: ListFilter[] = [{}, { gameId: 2 }, { authorId: ada }, { gameId: 2, authorId: ada }, { gameId: 31 }]
    for (const filter of filters) {
      for (const order of ORDERS) {
        const expected = await findAfter(db, filter, order, undefined, 1_000, catalog.clock())
        expect(await allOf(everyList(catalog, filter, order))).toEqual(expected)
      }
    }
  })

  it('gives each list once, also those that differ by less than a millisecond', async ({ catalog, db }) => {
    await seedLists(
      db,
      Array.from({ length: 700 }, () => ({})),
    )
    await db.$executeRaw`UPDATE lists SET created_at = created_at + id % 13 * interval '37 microseconds'`

    for (const order of ORDERS) {
      const ids = (await allOf(everyList(catalog, {}, order))).map(({ id }) => id)
      expect(new Set(ids).size).toBe(700)
      expect(ids).toHaveLength(700)
    }
  })
})
