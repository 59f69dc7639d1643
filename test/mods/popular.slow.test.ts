import { describe, expect } from 'vitest'
import type { Database } from '../../src/db/client.ts'
import { findPage } from '../../src/lists/queries.ts'
import { findIds } from '../../src/lists/search/queries.ts'
import type { ListFilter } from '../../src/lists/visibility-queries.ts'
import { requireMod } from '../../src/mods/service.ts'
import { LIST_ORDERS, seedMixedLists } from '../support/database/rows.ts'
import { it, START } from '../support/it.ts'

const LISTS = 2_700

/** Whether the list at a position has the mods 1 to 4. */
const HOLDERS: Record<number, (at: number) => boolean> = {
  1: () => true,
  2: (at) => at % 50 === 0,
  3: (at) => at < 2_000,
  4: (at) => at >= LISTS - 2_001,
}

/**
 * Triples the mixed lists, so that most are of game 2, indexes them with the mods 1 to 4, and returns the ids of the
 * lists that hold each mod. Every third list has changed since it was indexed: it waits in the queue, and the index has
 * an old state and game for it. Half of the lists that have expired are still counted.
 */
async function seedIndexedLists(db: Database): Promise<Map<number, Set<number>>> {
  await db.$executeRaw`
    INSERT INTO lists (slug, slug_base, slug_number, name, private, created_at, updated_at, expires_at, hidden_at, game_id, author_id)
    SELECT 'copy-' || n || '-' || slug, 'copy-' || n || '-' || slug, 1, name, private, created_at, updated_at, expires_at,
      hidden_at, 2, author_id
    FROM lists, generate_series(1, 2) AS n`
  const lists = await db.list.findMany({ orderBy: { id: 'asc' } })
  expect(lists).toHaveLength(LISTS)
  const held = new Map<number, Set<number>>(Object.keys(HOLDERS).map((mod) => [Number(mod), new Set()]))
  const rows = lists.map(({ id, gameId, hiddenAt, expiresAt, private: isPrivate }, at) => {
    const mods = [...held.keys()].filter((mod) => HOLDERS[mod]?.(at))
    for (const mod of mods) held.get(mod)?.add(id)
    const [on, off] = at % 2 === 0 ? [mods, []] : [[], mods]
    const hasExpired = expiresAt !== null && expiresAt <= START
    const isPublic = !isPrivate && hiddenAt === null && !(hasExpired && at % 2 === 0)
    const isQueued = at % 3 === 0
    return {
      listId: id,
      gameId: isQueued ? 1 + (gameId % 3) : gameId,
      counted: isQueued ? at % 2 === 0 : isPublic,
      enabled: on,
      disabled: off,
      details: [],
    }
  })
  await db.listMods.createMany({ data: rows })
  const settled = lists.filter((_, at) => at % 3 !== 0).map(({ id }) => id)
  await db.unindexedList.deleteMany({ where: { listId: { in: settled } } })
  return held
}

describe('a search for mods that few, some or nearly all lists hold', () => {
  it('finds the same lists as Prisma, with every filter and in every order', async ({ db, signIn }) => {
    const [ada] = await seedMixedLists(db, signIn)
    const held = await seedIndexedLists(db)
    const lists = await db.list.findMany({ select: { id: true } })
    const filters: ListFilter[] = [{}, { gameId: 2 }, { authorId: ada }, { owner: ada }, { orOwner: ada, gameId: 2 }]

    for (const [queued, combinations] of [
      [[], [[1], [2], [3], [4], [1, 4], [3, 4], [2, 3]]],
      [lists, [[1], [3]]],
    ] as const) {
      await db.unindexedList.createMany({ data: queued.map(({ id }) => ({ listId: id })) })
      for (const filter of filters) {
        for (const order of LIST_ORDERS) {
          const all = (await findPage(db, filter, order, { skip: 0, take: LISTS }, START)).map(({ id }) => id)
          expect(all.length).toBeGreaterThan(100)
          for (const holds of combinations) {
            const expected = all.filter((id) => holds.every((mod) => held.get(mod)?.has(id)))
            const found = await findIds(db, { ...filter, holds }, order, { skip: 7, take: 30 }, START)
            expect(found).toEqual({ total: expected.length, ids: expected.slice(7, 37) })
          }
        }
      }
    }
  })
})

describe('the page of a mod that thousands of lists hold', () => {
  it('compares only its newest 1,000 lists with those of others', async ({ catalog, db, signIn }) => {
    await seedMixedLists(db, signIn)
    const held = await seedIndexedLists(db)
    await db.$executeRaw`INSERT INTO mod_names (id, plugin, key, name, words) SELECT n, false, 'm' || n, 'M' || n, ' m' || n FROM generate_series(1, 4) AS n`
    await db.$executeRaw`
      INSERT INTO mod_counts (game_id, name_id, plugin, lists, enabled)
      SELECT 2, n, false, (ARRAY[2100, 43, 1400, 1300])[n], 0 FROM generate_series(1, 4) AS n`
    const order = { by: 'createdAt', direction: 'desc' } as const
    const newest = await findPage(db, { gameId: 2 }, order, { skip: 0, take: 1_000 }, START)
    const neighbours = [
      [2, 43],
      [3, 1_400],
      [4, 1_300],
    ].map(([mod = 0, lists = 0]) => {
      const both = newest.filter(({ id }) => held.get(mod)?.has(id)).length
      return { name: `M${mod}`, both, lists }
    })
    const share = ({ both, lists }: { both: number; lists: number }) => both / (1_000 + lists - both)
    expect(newest).toHaveLength(1_000)

    const { beside } = await requireMod(catalog, 2, false, 'm1')
    expect(beside).toMatchObject(neighbours.toSorted((one, other) => share(other) - share(one)))
  })
})
