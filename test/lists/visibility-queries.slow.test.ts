import { expect } from 'vitest'
import { existing, existingSql, visible, visibleSql } from '../../src/lists/visibility-queries.ts'
import { seedMixedLists } from '../support/database/rows.ts'
import { it, START } from '../support/it.ts'

const MOMENTS = [-3_600_000, -1, 0, 1, 3_600_000].map((offset) => new Date(START.getTime() + offset))

it.for([
  ['visible', visible, visibleSql],
  ['existing', existing, existingSql],
] as const)(
  'the condition for %s lists selects the same lists in SQL as in Prisma, at every moment',
  async ([, condition, sql], { db, signIn }) => {
    await seedMixedLists(db, signIn)
    for (const now of MOMENTS) {
      const twins = await db.list.findMany({ where: condition(now), orderBy: { id: 'asc' }, select: { id: true } })
      expect(await db.$queryRaw`SELECT id FROM lists WHERE ${sql(now)} ORDER BY id`).toEqual(twins)
    }
  },
)

it('a hidden list exists even after its expiry', async ({ db, signIn }) => {
  await seedMixedLists(db, signIn)
  const hidden = { hiddenAt: { not: null } }
  for (const now of MOMENTS) {
    const count = await db.list.count({ where: { AND: [existing(now), hidden] } })
    expect(count).toBe(await db.list.count({ where: hidden }))
  }
})
