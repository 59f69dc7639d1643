import { randomBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import { it } from '../../support/history.ts'

const FIVE = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.txt`, name]))

describe('the history of a list', () => {
  it('takes less than 3 MB, including indexes, for a hundred revisions that each change one file of 20 kB', async ({
    db,
    save,
  }) => {
    const size = async () => {
      const rows = await db.$queryRaw<{ bytes: number }[]>`
        SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`
      return rows[0]?.bytes ?? 0
    }
    await save({}, FIVE)
    const before = await size()
    for (let number = 1; number < 100; number++) {
      await save({}, { ...FIVE, 'c.txt': randomBytes(10_000).toString('hex') })
    }

    expect(await db.list.findFirstOrThrow()).toMatchObject({ revisionNumber: 100 })
    const taken = (await size()) - before
    expect(taken).toBeGreaterThan(99 * 20_000)
    expect(taken).toBeLessThan(3_000_000)
  })
})
