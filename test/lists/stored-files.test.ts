import pg from 'pg'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { sweep } from '../../src/startup/sweep.ts'
import { NOTHING_STORED, storedRows } from '../support/database/stored.ts'
import { it } from '../support/it.ts'
import { fillList } from '../support/requests/forms.ts'

const HOUR = 3_600_000

/** The database refuses every list. */
const REFUSAL = `
  CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
  CREATE TRIGGER refuse BEFORE INSERT ON lists FOR EACH ROW EXECUTE FUNCTION refuse()`

describe('a file that no list has linked', () => {
  it('is kept for an hour, for uploads of the same file, and then swept', async ({ api, catalog, clock, db }) => {
    await db.pool.query(REFUSAL)
    await fillList(api.post('/v1/lists')).expect(500)
    await db.pool.query('DROP FUNCTION refuse CASCADE')
    const { files, ...rows } = await storedRows(db)
    const { files: _, ...nothing } = NOTHING_STORED
    expect([files.length, rows]).toEqual([1, nothing])

    clock.advance(HOUR - 1)
    expect(await sweep(catalog)).toEqual({ lists: 0, files: 0 })
    clock.advance(1)
    expect(await sweep(catalog)).toEqual({ lists: 0, files: 1 })
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
    expect(await db.releasedFile.count()).toBe(0)
  })

  it('is not swept once a list has linked it', async ({ api, catalog, clock, db }) => {
    await fillList(api.post('/v1/lists'), { expires: 'perm' }).expect(201)
    clock.advance(HOUR)
    expect(await sweep(catalog)).toEqual({ lists: 0, files: 0 })
    expect([await db.file.count(), await db.releasedFile.count()]).toEqual([1, 0])
  })
})

describe('the transaction of a new list', () => {
  it('has at most three statements', async ({ api }) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    await fillList(api.post('/v1/lists').set('Idempotency-Key', 'one')).expect(201)

    const { calls, contexts } = query.mock
    const texts = calls.map(([statement]: unknown[]) => textOf(statement))
    const begin = texts.findIndex((text) => text.startsWith('BEGIN'))
    const sent = texts.filter((_, index) => contexts[index] === contexts[begin])
    const statements = sent.slice(sent.findIndex((text) => text.startsWith('BEGIN')) + 1, sent.indexOf('COMMIT'))
    expect(statements.length).toBeGreaterThan(1)
    expect(statements.length).toBeLessThanOrEqual(3)
  })
})

const textOf = (statement: unknown): string =>
  typeof statement === 'object' && statement !== null && 'text' in statement
    ? String(statement.text)
    : String(statement)
