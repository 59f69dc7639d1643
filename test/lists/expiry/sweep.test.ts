import { describe, expect, onTestFinished } from 'vitest'
import type { Database } from '../../../src/db/client.ts'
import { sweep } from '../../../src/startup/sweep.ts'
import { it } from '../../support/history.ts'
import { fillList } from '../../support/requests/forms.ts'

const HOUR = 3_600_000

const stored = async (db: Database) => ({
  slugs: (await db.list.findMany({ orderBy: { id: 'asc' } })).map(({ slug }) => slug),
  files: (await db.file.findMany({ orderBy: { id: 'asc' } })).map(({ cleanName }) => cleanName),
})

describe('sweep', () => {
  it('deletes expired lists, and each file with the last list that has it', async ({ api, catalog, clock, db }) => {
    const both = { 'shared.txt': 's', 'only.txt': 'o' }
    await fillList(api.post('/v1/lists'), { expires: '3h', private: '1' }, both).expect(201)
    await fillList(api.post('/v1/lists'), { expires: '24h' }, { 'shared.txt': 's', 'other.txt': 't' }).expect(201)
    clock.advance(3 * HOUR)

    expect(await sweep(catalog)).toEqual({ lists: 1, files: 1 })
    expect(await stored(db)).toEqual({ slugs: ['my-list'], files: ['shared.txt', 'other.txt'] })
    expect(await db.releasedFile.count()).toBe(0)
    expect(await sweep(catalog)).toEqual({ lists: 0, files: 0 })
    const { body } = await api.get('/v1/lists/my-list').expect(200)
    expect(body.data.files).toMatchObject([{ content: ['s'] }, { content: ['t'] }])

    clock.advance(21 * HOUR)
    expect(await sweep(catalog)).toEqual({ lists: 1, files: 2 })
    expect(await stored(db)).toEqual({ slugs: [], files: [] })
  })

  it('deletes fewer lists per statement after a timeout, and a single slow list without a time limit', async ({
    api,
    catalog,
    clock,
    db,
  }) => {
    for (const name of ['Quick', 'Slow', 'Quick', 'Quick', 'Quick', 'Quick', 'Quick'])
      await fillList(api.post('/v1/lists'), { name, expires: '3h' }).expect(201)
    clock.advance(3 * HOUR)
    // With a statement timeout, deleting three or more lists times out, and so does deleting the slow one.
    await db.$executeRawUnsafe(`
      CREATE FUNCTION take_too_long() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF current_setting('statement_timeout') <> '0'
          AND (SELECT count(*) > 2 OR bool_or(name = 'Slow') FROM gone) THEN
          RAISE 'canceling statement due to statement timeout' USING ERRCODE = 'query_canceled';
        END IF;
        RETURN NULL;
      END $$`)
    onTestFinished(async () => void (await db.$executeRawUnsafe('DROP FUNCTION take_too_long CASCADE')))
    await db.$executeRawUnsafe(`
      CREATE TRIGGER too_long AFTER DELETE ON lists REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION take_too_long()`)

    expect(await sweep(catalog)).toEqual({ lists: 7, files: 1 })
    expect(await stored(db)).toEqual({ slugs: [], files: [] })
  })

  it('deletes files that a deleted list had, and keeps files of archived revisions', async ({
    ada,
    api,
    catalog,
    db,
  }) => {
    const create = (name: string) => fillList(api.post('/v1/lists').set(ada), { name }, { [name]: name, kept: 'kept' })
    await create('updated').expect(201)
    await create('deleted').expect(201)
    const put = api.put('/v1/lists/updated').set(ada)
    await fillList(put, {}, { new: 'new', kept: 'kept' }).expect(200)
    await api.delete('/v1/lists/deleted').set(ada).expect(204)

    expect(await sweep(catalog)).toEqual({ lists: 0, files: 1 })
    expect((await stored(db)).files.sort()).toEqual(['kept', 'new', 'updated'])
  })
})
