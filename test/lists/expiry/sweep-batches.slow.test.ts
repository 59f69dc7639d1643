import { describe, expect } from 'vitest'
import type { Database } from '../../../src/db/client.ts'
import { sweep } from '../../../src/upkeep/sweep.ts'
import { seedLists } from '../../support/database/rows.ts'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it, START } from '../../support/it.ts'

const HOUR = 3_600_000

describe('a sweep of more lists than fit in one transaction', () => {
  it('deletes all expired lists and their files', async ({ catalog, clock, db }) => {
    await seedExpired(db, 1_000)
    clock.advance(HOUR)

    expect(await sweep(catalog)).toEqual({ lists: 1_000, files: 1_000 })
    expect(await storedRows(db)).toEqual({ ...NOTHING_STORED, freedSlugs: expect.any(Array) })
    expect(await db.releasedFile.count()).toBe(0)
  })

  it('deletes each list and file once if two sweeps run at once', async ({ catalog, clock, db }) => {
    await seedExpired(db, 1_000)
    clock.advance(HOUR)
    const [one, two] = await Promise.all([sweep(catalog), sweep(catalog)])
    const rest = await sweep(catalog)

    expect(one.lists + two.lists + rest.lists).toBe(1_000)
    expect(one.files + two.files + rest.files).toBe(1_000)
    expect(await storedRows(db)).toEqual({ ...NOTHING_STORED, freedSlugs: expect.any(Array) })
    expect(await db.releasedFile.count()).toBe(0)
  })
})

/** Inserts lists that expire at START, each with its own file. Inserting is faster than uploading. */
async function seedExpired(db: Database, count: number) {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const content = { bytes: 1, content: Buffer.from('a'), createdAt: START }
  await seedLists(
    db,
    ids.map(() => ({ expiresAt: START })),
  )
  await db.file.createMany({
    data: ids.map((id) => ({ id, name: `${id}.txt`, cleanName: `${id}.txt`, hash: Buffer.from(`${id}`), ...content })),
  })
  await db.listFile.createMany({ data: ids.map((id) => ({ listId: id, fileId: id, position: 0 })) })
}
