import supertest from 'supertest'
import { describe, expect, onTestFinished } from 'vitest'
import { type AppOptions, buildApp } from '../../../src/app.ts'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { openDatabase } from '../../../src/db/client.ts'
import { storedRows } from '../../support/database/stored.ts'
import { it, options } from '../../support/it.ts'
import { fillList } from '../../support/requests/forms.ts'

const MERGES = ['/v1/compare/one/two/merge', '/v1/compare/one/two/merge.zip']
const TAKE = { take: { mods: { enabled: true } } }

/** Starts another server on the same database, with other options. */
async function serverWith(catalog: CompareContext, varied: Partial<AppOptions> = {}) {
  const app = await buildApp(catalog, { ...options, ...varied })
  onTestFinished(() => app.close())
  await app.ready()
  return supertest(app.server)
}

/** Returns a context whose database has this address. */
function over(catalog: CompareContext, address: string): CompareContext {
  const db = openDatabase(address)
  onTestFinished(() => db.$disconnect())
  return { ...catalog, db }
}

const upload = (api: ReturnType<typeof supertest>, name: string, modlist: string) =>
  fillList(api.post('/v1/lists'), { name }, { 'modlist.txt': modlist })

const fill = async (api: ReturnType<typeof supertest>) => {
  await upload(api, 'One', '-SkyUI').expect(201)
  await upload(api, 'Two', '+SkyUI').expect(201)
}

describe('a merge counts as a read', () => {
  it('is limited by READ_RATE_LIMIT, and not by WRITE_RATE_LIMIT', async ({ catalog, api }) => {
    await fill(api)
    const writing = await serverWith(catalog, { trustProxy: 1, rateLimits: { read: 0, write: 1 } })
    await upload(writing, 'Three', '+A').expect(201)
    await upload(writing, 'Four', '+A').expect(429)
    for (const path of MERGES) await writing.post(path).send(TAKE).expect(200)

    const reading = await serverWith(catalog, { trustProxy: 1, rateLimits: { read: 2, write: 0 } })
    for (const path of MERGES) await reading.post(path).send(TAKE).expect(200)
    for (const path of MERGES) await reading.post(path).send(TAKE).expect(429)
  })

  it('works while the disk is full', async ({ catalog, api, db }) => {
    await fill(api)
    const before = await storedRows(db)
    const full = await serverWith(catalog, { diskProblem: async () => 'full' })
    await upload(full, 'Three', '+A').expect(503)
    for (const path of MERGES) await full.post(path).send(TAKE).expect(200)
    expect(await storedRows(db)).toEqual(before)
  })

  it('is refused with 503 and Retry-After while there is no database, as a comparison is', async ({ catalog }) => {
    const away = await serverWith(over(catalog, 'postgresql://nobody@127.0.0.1:1/nothing'))
    await away.get('/v1/compare/one/two/changes').expect(503)
    for (const path of MERGES) await away.post(path).send(TAKE).expect(503).expect('Retry-After', /^\d+$/)
  })

  it('finds the lists that a comparison finds: unlisted ones by their link, no hidden and no expired one', async ({
    api,
    db,
    clock,
  }) => {
    await fillList(api.post('/v1/lists'), { name: 'One', private: '1' }, { 'modlist.txt': '-SkyUI' }).expect(201)
    await upload(api, 'Two', '+SkyUI').expect(201)
    const { slug } = await db.list.findFirstOrThrow({ where: { private: true } })
    const statuses = async () => {
      const { status } = await api.get(`/v1/compare/${slug}/two/changes`)
      const merges = MERGES.map((path) => api.post(path.replace('one', slug)).send(TAKE))
      return [status, ...(await Promise.all(merges)).map((response) => response.status)]
    }
    expect(await statuses()).toEqual([200, 200, 200])
    await db.list.update({ where: { slug: 'two' }, data: { hiddenAt: clock.now } })
    expect(await statuses()).toEqual([404, 404, 404])
    await db.list.update({ where: { slug: 'two' }, data: { hiddenAt: null, expiresAt: clock.now } })
    expect(await statuses()).toEqual([404, 404, 404])
  })
})
