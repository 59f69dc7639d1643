import { describe, expect } from 'vitest'
import { findByIds } from '../../../src/lists/hot-queries.ts'
import { countLists, findPage } from '../../../src/lists/queries.ts'
import { findIds } from '../../../src/lists/search/queries.ts'
import type { ListFilter } from '../../../src/lists/visibility-queries.ts'
import { LIST_ORDERS, seedMixedLists } from '../../support/database/rows.ts'
import { it, START } from '../../support/it.ts'

describe('a search for a word that all lists have', () => {
  it('finds the same lists as Prisma, with every filter and in every order', async ({ db, signIn }) => {
    const [ada] = await seedMixedLists(db, signIn)
    await db.$executeRaw`INSERT INTO list_search (list_id, words) SELECT id, array_to_tsvector(ARRAY['seed']) FROM lists`
    const filters: ListFilter[] = [{}, { gameId: 2 }, { authorId: ada }, { owner: ada }, { orOwner: ada, gameId: 2 }]

    for (const filter of filters) {
      const total = await countLists(db, filter, START)
      for (const order of LIST_ORDERS) {
        const page = { skip: 7, take: 30 }
        const found = await findIds(db, { ...filter, words: ['seed'] }, order, page, START)
        const twins = await findPage(db, filter, order, page, START)
        expect(found).toEqual({ total, ids: twins.map(({ id }) => id) })
        expect(await findByIds(db, found.ids)).toEqual(twins)
      }
    }
  })
})
