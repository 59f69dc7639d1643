import supertest from 'supertest'
import { describe, expect, onTestFinished } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { createAdmission } from '../../../src/lists/writing/admission.ts'
import { readStoredBytes } from '../../../src/stats/queries.ts'
import { query } from '../../support/database/query.ts'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/indexing.ts'
import { options } from '../../support/it.ts'
import { appWith, OPEN } from '../../support/requests/admission.ts'
import { bearer } from '../../support/requests/authorization.ts'
import { fillList } from '../../support/requests/forms.ts'

describe('anonymous uploads', () => {
  it('are refused with 401 if they are switched off; users can still upload', async ({ catalog, db, signIn }) => {
    const api = await appWith(catalog, { anonymousUploads: false })
    const { body } = await fillList(api.post('/v1/lists')).expect(401)
    expect(body.message).toBe('Uploads need an account here: sign in, or send an API token.')
    await fillList(api.post('/upload').set('Accept', 'text/html')).expect(422)
    expect(await storedRows(db)).toEqual(NOTHING_STORED)
    await fillList(api.post('/v1/lists').set(bearer(await signIn('Ada')))).expect(201)
  })

  it('expire after at most the longest lifetime of anonymous lists, and the response says so', async ({
    catalog,
    signIn,
  }) => {
    const api = await appWith(catalog, { anonymousMaxLifetime: '24h' })
    const day = '2026-11-21T08:30:00.123000Z'
    const { body, headers } = await fillList(api.post('/v1/lists'), { expires: 'perm' }).expect(201)
    expect(body.data.expires).toBe(day)
    const key = bearer(String(headers['owner-key']))
    for (const request of [api.put('/v1/lists/my-list'), api.patch('/v1/lists/my-list')])
      expect((await fillList(request.set(key), { expires: '1w' }).expect(200)).body.data.expires).toBe(day)
    const shorter = await fillList(api.post('/v1/lists'), { expires: '3h' }).expect(201)
    expect(shorter.body.data.expires).toBe('2026-11-20T11:30:00.123000Z')
    const own = await fillList(api.post('/v1/lists').set(bearer(await signIn('Ada')))).expect(201)
    expect(own.body.data.expires).toBeNull()
  })

  it('are limited per day and address (429), and so are accounts in their first day; stored files and older users do not count', async ({
    catalog,
    clock,
    db,
    signIn,
  }) => {
    const api = await appWith(catalog, { anonymousDailyBytes: 10 })
    const files = { 'a.txt': '12345678' }
    await fillList(api.post('/v1/lists'), {}, files).expect(201)
    await fillList(api.post('/v1/lists'), {}, files).expect(201)
    const before = await storedRows(db)
    const refused = await fillList(api.post('/v1/lists'), {}, { 'b.txt': '123' }).expect(429)
    expect(refused.body.message).toBe('Your address has uploaded too much today. Try again tomorrow.')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await storedRows(db)).toEqual(before)
    const ada = bearer(await signIn('Ada'))
    const byAda = () => api.post('/v1/lists').set(ada)
    await fillList(byAda(), {}, { 'b.txt': '123' }).expect(429)
    expect(await db.list.count()).toBe(2)
    clock.advance(24 * 3_600_000)
    await fillList(api.post('/v1/lists'), {}, { 'c.txt': '12345678' }).expect(201)
    await fillList(byAda(), {}, { 'b.txt': '123' }).expect(201)
  })

  it('are limited to a number of new lists per day and address (429), and so are accounts in their first day; updates do not count', async ({
    catalog,
    clock,
    db,
    signIn,
  }) => {
    const api = await appWith(catalog, { anonymousDailyLists: 2 })
    const first = await fillList(api.post('/v1/lists')).expect(201)
    await fillList(api.post('/v1/lists')).expect(201)
    const before = await storedRows(db)
    const refused = await fillList(api.post('/v1/lists')).expect(429)
    expect(refused.body.message).toBe('Your address has shared too many lists today. Try again tomorrow, or sign in.')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await storedRows(db)).toEqual(before)
    const key = bearer(String(first.headers['owner-key']))
    await fillList(api.put('/v1/lists/my-list').set(key), {}, { 'a.txt': 'new' }).expect(200)
    const ada = bearer(await signIn('Ada'))
    await fillList(api.post('/v1/lists').set(ada)).expect(429)
    clock.advance(24 * 3_600_000)
    for (let count = 0; count < 3; count++) await fillList(api.post('/v1/lists').set(ada)).expect(201)
    await fillList(api.post('/v1/lists')).expect(201)
    expect(await db.list.count()).toBe(2 + 3 + 1)
  })

  it('count with their share of the index of mods, which names make much larger than the file; a refused one stores nothing', async ({
    catalog,
    db,
  }) => {
    // The lines take 4 * 250 bytes of the index, and the 16 bytes of the file 7 times their size; another list 4 * 16.
    const files = { 'modlist.txt': '+A\n+Bc\n+Def\n-G\n' }
    const api = await appWith(catalog, { anonymousDailyBytes: 16 + 4 * 250 + 16 * 7 + 4 * 16 })
    await fillList(api.post('/v1/lists'), {}, files).expect(201)
    await fillList(api.post('/v1/lists'), {}, files).expect(201)
    const before = await storedRows(db)
    const refused = await fillList(api.post('/v1/lists'), {}, files).expect(429)
    expect(refused.body.message).toBe('Your address has uploaded too much today. Try again tomorrow.')
    expect(await storedRows(db)).toEqual(before)

    const small = await appWith(catalog, { anonymousDailyBytes: 20_000 })
    for (const [name, line] of Object.entries({ 'modlist.txt': '+x\n', 'mod-list.json': '{},', 'a.xml': '<i/>' })) {
      await fillList(small.post('/v1/lists'), {}, { [name]: line.repeat(100) }).expect(429)
      await fillList(small.post('/v1/lists'), {}, { 'skyrim.ini': line.repeat(100) }).expect(201)
    }
    expect(await db.list.count()).toBe(2 + 3)
  })

  it('count once, however often their transaction is retried, and not at all if they are refused', async ({
    catalog,
    db,
    url,
  }) => {
    const api = await appWith(catalog, { anonymousDailyBytes: 10 })
    const upload = (content: string) => fillList(api.post('/v1/lists'), {}, { 'a.txt': content })
    const owned = await upload('').expect(201)
    onTestFinished(async () => void (await query(url, 'DROP FUNCTION conflict CASCADE; DROP SEQUENCE attempts')))
    // A trigger makes the first two attempts fail like a conflict. A sequence counts across rollbacks.
    await query(url, 'CREATE SEQUENCE attempts')
    await query(
      url,
      `CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF nextval('attempts') < 3 THEN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END IF;
         RETURN NULL;
       END $$`,
    )
    await query(url, 'CREATE TRIGGER conflict AFTER INSERT ON lists FOR EACH ROW EXECUTE FUNCTION conflict()')
    await upload('12345').expect(201)
    expect(await query(url, 'SELECT last_value::int FROM attempts')).toEqual([{ last_value: 3 }])

    const before = await storedRows(db)
    const put = api.put('/v1/lists/my-list').set(bearer(String(owned.headers['owner-key'])))
    await fillList(put.set('If-Match', '"old"'), {}, { 'a.txt': '67890' }).expect(412)
    expect(await storedRows(db)).toEqual(before)
    await upload('67890').expect(201)
    await upload('x').expect(429)
  })

  it('are refused (503) once the files and the index of mods together reach the limit', async ({
    catalog,
    clock,
    db,
    indexMods,
  }) => {
    // Earlier tests have left free space in these tables, which is used before they grow.
    await db.$executeRaw`TRUNCATE list_mods, mod_counts, mod_detail_counts, mod_names CASCADE`
    const limit = (await readStoredBytes(db)) + 400_000
    const admission = createAdmission({ ...OPEN, storageLimitBytes: limit }, () => readStoredBytes(db))
    const app = await buildApp({ ...catalog, admission } as never, options)
    onTestFinished(() => app.close())
    await app.ready()
    const api = supertest(app.server)
    const names = Array.from({ length: 3_000 }, (_, at) => `+Mod ${at}\n`).join('') // 33 KB
    await fillList(api.post('/v1/lists'), {}, { 'modlist.txt': names }).expect(201)
    clock.advance(5_000)
    await fillList(api.post('/v1/lists'), {}, { 'a.txt': 'a' }).expect(201)
    await indexMods()
    clock.advance(5_000)
    const before = await storedRows(db)
    await fillList(api.post('/v1/lists'), {}, { 'a.txt': 'b' }).expect(503)
    expect(await storedRows(db)).toEqual(before)
  })

  it('store no new file while the catalog is full (503); reads, deletions and the probes still work', async ({
    catalog,
    clock,
    db,
  }) => {
    let stored = 99
    const api = await appWith(catalog, { storageLimitBytes: 100 }, () => stored)
    const { headers } = await fillList(api.post('/v1/lists')).expect(201)
    await fillList(api.post('/v1/lists'), {}, { 'modlist.txt': '+Known\n' }).expect(201)
    await fillList(api.post('/v1/lists'), {}, { 'a.txt': 'known' }).expect(201)
    stored = 100
    clock.advance(5_000)
    const before = await storedRows(db)
    const refused = await fillList(api.post('/v1/lists'), {}, { 'b.txt': 'new' }).expect(503)
    expect(refused.body.message).toMatch(/^This catalog is full/)
    await fillList(api.post('/v1/lists'), {}, { 'modlist.txt': '+Known\n' }).expect(503) // grows the index
    expect(await storedRows(db)).toEqual(before)
    await fillList(api.post('/v1/lists'), {}, { 'a.txt': 'known' }).expect(201)
    await api.get('/readyz').expect(200)
    await api.get('/v1/lists/my-list').expect(200)
    await api
      .delete('/v1/lists/my-list')
      .set(bearer(String(headers['owner-key'])))
      .expect(204)
  })
})

describe('the uploads of an account', () => {
  it('are limited in bytes per day (429), whatever its address; other accounts are not', async ({
    catalog,
    clock,
    db,
    signIn,
  }) => {
    const api = await appWith(catalog, { dailyBytes: 10, anonymousDailyBytes: 1_000 })
    const [ada, ben] = [bearer(await signIn('Ada')), bearer(await signIn('Ben'))]
    clock.advance(24 * 3_600_000)
    const files = { 'a.txt': '12345678' }
    await fillList(api.post('/v1/lists').set(ada), {}, files).expect(201)
    await fillList(api.post('/v1/lists').set(ada), {}, files).expect(201)
    const before = await storedRows(db)
    for (const request of [api.post('/v1/lists'), api.put('/v1/lists/my-list')]) {
      const refused = await fillList(request.set(ada), {}, { 'b.txt': '123' }).expect(429)
      expect(refused.body.message).toBe('Your account has uploaded too much today. Try again tomorrow.')
    }
    expect(await storedRows(db)).toEqual(before)
    await fillList(api.post('/v1/lists').set(ben), {}, { 'b.txt': '123' }).expect(201)
    await fillList(api.post('/v1/lists'), {}, { 'c.txt': '1234567890' }).expect(201)
    clock.advance(24 * 3_600_000)
    await fillList(api.post('/v1/lists').set(ada), {}, { 'd.txt': '123' }).expect(201)
  })
})
