import { describe, expect, onTestFinished } from 'vitest'
import type { Database } from '../../../src/db/client.ts'
import { sweep } from '../../../src/startup/sweep.ts'
import { printedBy } from '../../support/commands/run.ts'
import { seedLists } from '../../support/database/rows.ts'
import { it, START } from '../../support/it.ts'

const HOUR = 3_600_000

/** Makes each deletion of a row fail that fits the condition, until the test ends or the returned function is called. */
async function breakDeletions(db: Database, table: 'lists' | 'files' | 'reports', condition: string, failure: string) {
  const name = `fail_${table}`
  await db.$executeRawUnsafe(
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${failure}; RETURN OLD; END $$`,
  )
  await db.$executeRawUnsafe(
    `CREATE TRIGGER ${name} BEFORE DELETE ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${name}()`,
  )
  const mend = () => db.$executeRawUnsafe(`DROP FUNCTION IF EXISTS ${name} CASCADE`)
  onTestFinished(async () => void (await mend()))
  return mend
}

const DAMAGED = "RAISE EXCEPTION 'damaged'"

/** Inserts lists that expire at START, each with a file of the same id. */
async function seedExpired(db: Database, count: number) {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  await seedLists(
    db,
    ids.map(() => ({ expiresAt: START })),
  )
  const content = { bytes: 1, content: Buffer.from('a'), createdAt: START }
  await db.file.createMany({
    data: ids.map((id) => ({ id, name: `${id}.txt`, cleanName: `${id}.txt`, hash: Buffer.from(`${id}`), ...content })),
  })
  await db.listFile.createMany({ data: ids.map((id) => ({ listId: id, fileId: id, position: 0 })) })
}

describe('what a sweep fails to delete', () => {
  it.for([
    ['list', 'lists', { lists: 499, files: 499 }, '1 expired lists and 1 unused files'],
    ['file', 'files', { lists: 500, files: 499 }, '0 expired lists and 1 unused files'],
  ] as const)(
    'is a %s that delays no other, and is set aside after three sweeps, logged once and counted',
    async ([what, table, deleted, left], { api, catalog, clock, db, url }) => {
      await seedExpired(db, 500)
      const mend = await breakDeletions(db, table, 'OLD.id = 250', DAMAGED)
      clock.advance(HOUR)
      const aside: object[] = []
      const logged = (what: object) => void aside.push(what)
      const setAside = async () => [...(await db.unsweptList.findMany()), ...(await db.releasedFile.findMany())]

      expect(await sweep(catalog, undefined, 30, logged)).toEqual(deleted)
      for (const _ of [1, 2, 3, 4]) expect(await sweep(catalog, undefined, 30, logged)).toEqual({ lists: 0, files: 0 })
      expect(await setAside()).toMatchObject([{ [`${what}Id`]: 250, attempts: 3 }])
      expect(aside).toEqual([{ [`${what}Id`]: 250 }])
      expect((await api.get('/metrics')).text).toMatch(/^sweep_set_aside 1$/m)

      await mend()
      expect(await sweep(catalog)).toEqual({ lists: 0, files: 0 })
      expect(await printedBy(url, 'sweep', '--retry')).toBe(`Deleted ${left}.`)
      expect([await db.list.count(), await db.file.count(), await setAside()]).toEqual([0, 0, []])
      expect((await api.get('/metrics')).text).toMatch(/^sweep_set_aside 0$/m)
    },
  )

  it('delays no other part of the sweep, and is tried again by the next one', async ({ catalog, clock, db }) => {
    await seedExpired(db, 5)
    const report = { id: '0b1e7d3c-5f4a-4c2b-9d6e-8a7f6c5b4a39', reason: 'spam', createdAt: START }
    await db.report.create({ data: { ...report, closedAt: START, outcome: 'dismissed' } })
    const mend = await breakDeletions(db, 'reports', 'true', DAMAGED)
    clock.advance(365 * 24 * HOUR)
    await expect(sweep(catalog)).rejects.toThrow('damaged')
    expect([await db.list.count(), await db.file.count(), await db.report.count()]).toEqual([0, 0, 1])
    expect((await db.modReaders.findFirst())?.sweptAt).toEqual(catalog.clock()) // the last part of the sweep

    await mend()
    expect(await sweep(catalog)).toEqual({ lists: 0, files: 0 })
    expect(await db.report.count()).toBe(0)
  })

  it('is a batch that takes longer than a statement may: smaller ones follow', async ({ catalog, clock, db }) => {
    await seedExpired(db, 12)
    // 400 ms for each file: a statement for all of them exceeds its time.
    await breakDeletions(db, 'files', 'true', 'PERFORM pg_sleep(0.4)')
    clock.advance(HOUR)
    expect(await sweep(catalog)).toEqual({ lists: 12, files: 12 })
    expect([await db.file.count(), await db.releasedFile.count()]).toEqual([0, 0])
  })
})
