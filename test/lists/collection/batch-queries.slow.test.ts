import { describe, expect } from 'vitest'
import { everyList } from '../../../src/lists/collection/service.ts'
import { findPage, type ListRow } from '../../../src/lists/queries.ts'
import type { ListFilter } from '../../../src/lists/visibility-queries.ts'
import { LIST_ORDERS, seedLists, seedMixedLists } from '../../support/database/rows.ts'
import { it, START } from '../../support/it.ts'

async function allOf(batches: AsyncIterable<ListRow[]>): Promise<ListRow[]> {
  const rows: ListRow[] = []
  for await (const batch of batches) rows.push(...batch)
  return rows
}

describe('everyList', () => {
  it('returns the same lists as Prisma, with every filter and in every order, before and after lists expire', async ({
    catalog,
    clock,
    db,
    signIn,
  }) => {
    const [ada] = await seedMixedLists(db, signIn)
    const owners: ListFilter[] = [{}, { owner: ada }, { orOwner: ada }]
    const filters: ListFilter[] = [{}, { gameId: 2 }, { authorId: ada }, { gameId: 2, authorId: ada }, { gameId: 31 }]
    for (const filter of owners.flatMap((owner) => filters.map((other) => ({ ...owner, ...other })))) {
      for (const [index, order] of LIST_ORDERS.entries()) {
        clock.now = new Date(START.getTime() + ((index % 3) - 1) * 3_600_000)
        const expected = await findPage(db, filter, order, { skip: 0, take: 1_000 }, catalog.clock())
        expect(await allOf(everyList(catalog, filter, { order }))).toMatchObject(expected)
      }
    }
  })

  it('returns each list once, even if creation times differ by less than a millisecond', async ({ catalog, db }) => {
    await seedLists(
      db,
      Array.from({ length: 700 }, () => ({})),
    )
    await db.$executeRaw`UPDATE lists SET created_at = created_at + id % 13 * interval '37 microseconds'`

    for (const order of LIST_ORDERS) {
      const ids = (await allOf(everyList(catalog, {}, { order }))).map(({ id }) => id)
      expect(new Set(ids).size).toBe(700)
      expect(ids).toHaveLength(700)
    }
  })
})
