import { expect } from 'vitest'
import { readCountsByGame } from '../../src/games/queries.ts'
import { updateTotals } from '../../src/lists/expiry/sweep.ts'
import { matching } from '../../src/lists/visibility-queries.ts'
import { seedMixedLists } from '../support/database/rows.ts'
import { it, START } from '../support/it.ts'

it('readCountsByGame counts like Prisma, before and after updateTotals', async ({ db, signIn }) => {
  await seedMixedLists(db, signIn)
  for (const hours of [-1, 0, 1]) {
    const now = new Date(START.getTime() + hours * 3_600_000)
    if (hours === 0) await updateTotals({ db })
    const include = { _count: { select: { lists: { where: matching({}, now) } } } }
    const twins = await db.game.findMany({ orderBy: { nameKey: 'asc' }, include })
    const { games, validUntil } = await readCountsByGame(db, now)

    expect(games).toEqual(twins.map(({ id, name, _count }) => ({ id, name, lists_count: _count.lists })))
    const where = { private: false, expiresAt: { gt: now } }
    expect(validUntil).toEqual((await db.list.aggregate({ where, _min: { expiresAt: true } }))._min.expiresAt)
  }
})

it('readCountsByGame finds no games in a catalog whose operator has removed them all', async ({ api, db }) => {
  await db.game.deleteMany()

  expect((await readCountsByGame(db, START)).games).toEqual([])
  for (const path of ['/', '/lists']) await api.get(path).set('Accept', 'text/html').expect(200)
})
