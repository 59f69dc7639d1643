import { describe, expect } from 'vitest'
import { actorOf } from '../../src/accounts/tokens/authentication-service.ts'
import { moderate } from '../../src/moderation/actions/service.ts'
import { blockFile } from '../../src/moderation/blocks/service.ts'
import { changeModerator, suspendUser } from '../../src/moderation/suspensions/service.ts'
import { joinAs } from '../support/accounts/people.ts'
import { changeMeanwhile, waitingIn } from '../support/database/meanwhile.ts'
import { query } from '../support/database/query.ts'
import { storedRows } from '../support/database/stored.ts'
import { it, type TestFixtures } from '../support/it.ts'
import { bearer, keyOf } from '../support/requests/authorization.ts'
import { cookieHeader, OWN } from '../support/requests/browser-forms.ts'
import { fillList } from '../support/requests/forms.ts'

const scoped = (catalog: TestFixtures['catalog']) => ({ ...catalog, deadline: undefined })

const BAD = '+Bad\n'

describe('a block', () => {
  it('waits for an upload of the file that was checked before: nothing is stored after the block', async ({
    api,
    catalog,
    db,
    url,
  }) => {
    let blocked: Promise<unknown> = Promise.resolve()
    const lists = { atBlock: -1, inTheEnd: -1 }
    const change = async () => {
      blocked = blockFile(scoped(catalog), { name: 'bad.txt', content: Buffer.from(BAD) }, 'Malware').then(async () => {
        lists.atBlock = await db.list.count()
      })
      await expect.poll(() => waitingIn(url)).toBe(2)
      expect(await db.blockedFile.count()).toBe(0)
    }
    const send = () => fillList(api.post('/v1/lists'), {}, { 'a.txt': BAD })
    const { status } = await changeMeanwhile(url, { lock: 'LOCK TABLE lists IN EXCLUSIVE MODE', change }, send)
    await blocked
    lists.inTheEnd = await db.list.count()
    expect([status, lists]).toEqual([201, { atBlock: 1, inTheEnd: 1 }])
  })

  it('is seen by an upload that began before it was stored: 422, and nothing is stored', async ({
    api,
    catalog,
    db,
    url,
  }) => {
    const key = await keyOf(api, { name: 'Mine', expires: 'perm' })
    await fillList(api.post('/v1/lists'), { expires: 'perm' }, { 'bad.txt': BAD }).expect(201)
    const before = await storedRows(db)
    for (const send of [
      () => fillList(api.post('/v1/lists'), {}, { 'a.txt': BAD }),
      () => fillList(api.put('/v1/lists/mine').set(bearer(key)), {}, { 'a.txt': BAD }),
      () => fillList(api.patch('/v1/lists/mine').set(bearer(key)), {}, { 'a.txt': BAD }),
    ]) {
      // The block is stored in the transaction that holds the lock.
      const change = async (holder: { query: (sql: string) => Promise<unknown> }) => {
        await holder.query('DELETE FROM blocked_files')
        await holder.query(`INSERT INTO blocked_files (hash, bytes, name, reason, created_at)
          VALUES (sha256('${BAD}'), ${BAD.length}, 'bad.txt', 'Malware', now())`)
      }
      const lock = 'LOCK TABLE blocked_files IN EXCLUSIVE MODE'
      expect((await changeMeanwhile(url, { lock, change }, send)).status).toBe(422)
    }
    expect({ ...(await storedRows(db)), blocks: [] }).toEqual(before)
    await moderate(scoped(catalog), null, 'my-list', { action: 'hide', reason: 'Malware', blockFiles: true })
    await fillList(api.post('/v1/lists'), {}, { 'a.txt': BAD }).expect(422)
  })

  it('with the hiding of a list and an update of this list at once: neither fails, and one comes first', async ({
    api,
    catalog,
    db,
  }) => {
    const key = await keyOf(api, { name: 'Mine', expires: 'perm' })
    for (let round = 0; round < 10; round++) {
      const updates = Array.from({ length: 4 }, (_, at) =>
        fillList(api.put('/v1/lists/mine').set(bearer(key)), { expires: 'perm' }, { 'a.txt': `${round} ${at}` }),
      )
      const hide = { action: 'hide', reason: 'Malware', blockFiles: true } as const
      const [, ...answers] = await Promise.all([moderate(scoped(catalog), null, 'mine', hide), ...updates])
      for (const { status } of answers) expect([200, 403]).toContain(status)
      const [file] = await db.file.findMany({ where: { lists: { some: {} } } })
      expect(await db.blockedFile.count({ where: { bytes: file?.bytes ?? -1 } })).toBeGreaterThan(0)
      await moderate(scoped(catalog), null, 'mine', { action: 'show', reason: 'Fine' })
      await db.blockedFile.deleteMany()
    }
  })
})

describe('a suspension', () => {
  /** A user with a list and a token, one with a session, and their writes. */
  async function writers({ api, signIn }: Pick<TestFixtures, 'api' | 'signIn'>) {
    const token = bearer(await signIn('Ada'))
    const { browser } = await joinAs(api, 'Eve')
    await fillList(api.post('/v1/lists').set(token), { name: 'Own' }).expect(201)
    return [
      ['Ada', () => fillList(api.post('/v1/lists').set(token))],
      ['Ada', () => fillList(api.put('/v1/lists/own').set(token), { name: 'Changed' })],
      [
        'Eve',
        () =>
          fillList(api.post('/upload').set({ ...OWN, Accept: 'application/json', Cookie: cookieHeader(browser.jar) }), {
            expires: 'perm',
          }),
      ],
      ['Ada', () => api.delete('/v1/lists/own').set(token)],
    ] as [name: string, send: () => PromiseLike<{ status: number }>][]
  }

  it('waits for writes that were checked before: nothing is written after the suspension', async ({
    api,
    catalog,
    db,
    signIn,
    url,
  }) => {
    const writes = await writers({ api, signIn })
    // Each write waits in its COMMIT for the holder of this lock.
    await query(
      url,
      "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END'",
    )
    await query(
      url,
      `CREATE CONSTRAINT TRIGGER wait AFTER INSERT OR UPDATE OR DELETE ON lists
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()`,
    )
    for (const [name, send] of writes) {
      let suspended: Promise<unknown> = Promise.resolve()
      const change = async () => {
        suspended = suspendUser(scoped(catalog), name, 'Spam', null).then(() =>
          db.list.findMany({ orderBy: { id: 'asc' } }),
        )
        await expect.poll(() => waitingIn(url)).toBe(2)
        expect(await db.suspension.count()).toBe(0)
      }
      const { status } = await changeMeanwhile(url, { lock: 'SELECT pg_advisory_xact_lock(1)', change }, send)
      expect(status).toBeLessThan(400)
      expect(await suspended).toEqual(await db.list.findMany({ orderBy: { id: 'asc' } }))
      await db.suspension.deleteMany()
    }
  })

  it('is seen by writes that began before it was stored: 403 with the reason, and nothing is stored', async ({
    api,
    catalog,
    db,
    signIn,
    url,
  }) => {
    for (const [name, send] of await writers({ api, signIn })) {
      const before = await storedRows(db)
      const change = () => suspendUser(scoped(catalog), name, 'Spam', null)
      const lock = 'LOCK TABLE lists IN EXCLUSIVE MODE'
      const { status } = await changeMeanwhile(url, { lock, change }, send)
      expect([name, status]).toEqual([name, 403])
      await db.suspension.deleteMany()
      expect({ ...(await storedRows(db)), actions: before.actions }).toEqual(before)
    }
  })

  it('is not one of the moderator who orders it', async ({ api, catalog, db, signIn }) => {
    const token = await signIn('Mo')
    await changeModerator(scoped(catalog), 'Mo', true)
    await fillList(api.post('/v1/lists').set(bearer(token))).expect(201)
    const before = await storedRows(db)
    const order = { action: 'hide', reason: 'Mine', suspendAuthor: true } as const
    const moderator = await actorOf(catalog, token)
    await expect(moderate(scoped(catalog), moderator, 'my-list', order)).rejects.toMatchObject({
      fields: { suspend_author: ['You cannot suspend yourself.'] },
    })
    expect(await storedRows(db)).toEqual(before)
  })
})
