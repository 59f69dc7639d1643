import { describe, expect, onTestFinished } from 'vitest'
import { blockFile, suspendUser } from '../../src/moderation/operator-service.ts'
import { joinAs, uploadBy } from '../support/accounts/people.ts'
import { changeMeanwhile, waitingIn } from '../support/database/meanwhile.ts'
import { query } from '../support/database/query.ts'
import { linkedRows, storedRows } from '../support/database/stored.ts'
import { it, type TestFixtures } from '../support/it.ts'
import { publish } from '../support/moderation.ts'
import { bearer, keyOf } from '../support/requests/authorization.ts'
import { OWN } from '../support/requests/browser-forms.ts'
import { fillList } from '../support/requests/forms.ts'

const BAD = '+Bad\n'

type Send = () => PromiseLike<{ status: number }>

/**
 * Sends a write that waits for `lock`, and begins an action meanwhile, which must wait for the write. Expects that no list
 * changes after the action, and returns the status of the write.
 */
async function actDuring(
  { db, url }: Pick<TestFixtures, 'db'> & { url: string },
  lock: string,
  act: () => Promise<unknown>,
  send: Send,
) {
  const lists = () => db.list.findMany({ orderBy: { id: 'asc' } })
  let listsAfterAct: Promise<unknown> | undefined
  const change = async () => {
    listsAfterAct = act().then(lists)
    await expect.poll(() => waitingIn(url)).toBe(2)
  }
  const { status } = await changeMeanwhile(url, { lock, change }, send)
  expect(await listsAfterAct).toEqual(await lists())
  return status
}

describe('a block', () => {
  it('waits for an upload that was checked before it began', async ({ api, catalog, db, url }) => {
    const block = () => blockFile(catalog, { name: 'bad.txt', content: Buffer.from(BAD) }, 'Malware')
    const send = () => fillList(api.post('/v1/lists'), {}, { 'a.txt': BAD })
    expect(await actDuring({ db, url }, 'LOCK TABLE lists IN EXCLUSIVE MODE', block, send)).toBe(201)
    expect([await db.list.count(), await db.blockedFile.count()]).toEqual([1, 1])
  })

  it('refuses an upload that began before it was stored (422)', async ({ api, db, url }) => {
    const key = await keyOf(api, { name: 'Mine', expires: 'perm' })
    await publish(api, {}, { 'bad.txt': BAD })
    const before = await linkedRows(db)
    for (const send of [
      () => fillList(api.post('/v1/lists'), {}, { 'a.txt': BAD }),
      () => fillList(api.put('/v1/lists/mine').set(bearer(key)), {}, { 'a.txt': BAD }),
      () => fillList(api.patch('/v1/lists/mine').set(bearer(key)), {}, { 'a.txt': BAD }),
    ]) {
      await db.blockedFile.deleteMany()
      // The block is stored in the transaction that holds the lock.
      const block = `INSERT INTO blocked_files (hash, bytes, name, reason, created_at)
        VALUES (sha256('${BAD}'), ${BAD.length}, 'bad.txt', 'Malware', now())`
      const lock = 'LOCK TABLE blocked_files IN EXCLUSIVE MODE'
      const { status } = await changeMeanwhile(url, { lock, change: (holder) => holder.query(block) }, send)
      expect(status).toBe(422)
    }
    expect({ ...(await linkedRows(db)), blocks: [] }).toEqual(before)
  })
})

describe('a suspension', () => {
  /** Returns writes of a user with a token and a list, and of one with a session. */
  async function writesOf({ api, signIn }: Pick<TestFixtures, 'api' | 'signIn'>) {
    const token = bearer(await signIn('Ada'))
    const { browser } = await joinAs(api, 'Eve')
    await fillList(api.post('/v1/lists').set(token), { name: 'Own' }).expect(201)
    const writes: [name: string, send: Send][] = [
      ['Ada', () => fillList(api.post('/v1/lists').set(token))],
      ['Ada', () => fillList(api.put('/v1/lists/own').set(token), { name: 'Changed' })],
      ['Eve', () => uploadBy(api, browser, { expires: 'perm' }, { ...OWN, Accept: 'application/json' })],
      ['Ada', () => api.delete('/v1/lists/own').set(token)],
    ]
    return writes
  }

  it('waits for writes that were checked before it began', async ({ api, catalog, db, signIn, url }) => {
    const writes = await writesOf({ api, signIn })
    onTestFinished(async () => void (await query(url, 'DROP FUNCTION wait CASCADE')))
    // Each write waits in its COMMIT for the holder of this lock.
    await query(
      url,
      `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER wait AFTER INSERT OR UPDATE OR DELETE ON lists
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()`,
    )
    for (const [name, send] of writes) {
      const suspend = () => suspendUser(catalog, name, 'Spam', null)
      expect(await actDuring({ db, url }, 'SELECT pg_advisory_xact_lock(1)', suspend, send)).toBeLessThan(400)
      expect((await db.suspension.deleteMany()).count).toBe(1)
    }
  })

  it('refuses writes that began before it was stored (403)', async ({ api, catalog, db, signIn, url }) => {
    for (const [name, send] of await writesOf({ api, signIn })) {
      const before = await storedRows(db)
      const change = () => suspendUser(catalog, name, 'Spam', null)
      const lock = 'LOCK TABLE lists IN EXCLUSIVE MODE'
      const { status } = await changeMeanwhile(url, { lock, change }, send)
      expect([name, status]).toEqual([name, 403])
      await db.suspension.deleteMany()
      expect({ ...(await storedRows(db)), actions: before.actions }).toEqual(before)
    }
  })
})
