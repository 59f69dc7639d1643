import { connect } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import type { CompareContext } from '../../../src/compare/differ.ts'
import type { Database } from '../../../src/db/client.ts'
import { it } from '../../support/it.ts'
import { bearer, keyOf } from '../../support/requests/authorization.ts'
import { figure } from '../../support/requests/cache-figures.ts'
import { fillList } from '../../support/requests/forms.ts'
import { bare, send, serve } from '../../support/requests/wire.ts'

const REQUEST = bare('GET /v1/lists/one')
const OTHERS = 8

/** Starts a server whose cached response is stale. */
async function serveStale(catalog: CompareContext, change: () => Promise<unknown>) {
  const port = await serve(catalog)
  expect((await send(port, REQUEST)).status).toBe(200)
  expect((await send(port, REQUEST)).status).toBe(200)
  await change()
  return port
}

/** Blocks all reads of lists from `hold` to `release`. */
async function readsOf(db: Database) {
  const locks = await db.pool.connect()
  onTestFinished(() => locks.release())
  const waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'lists'::regclass"
  return {
    hold: () => locks.query('BEGIN; LOCK TABLE lists IN ACCESS EXCLUSIVE MODE'),
    held: async () => (await locks.query(waiting)).rowCount,
    release: () => locks.query('ROLLBACK'),
  }
}

const others = (port: number) => Promise.all(Array.from({ length: OTHERS }, () => send(port, REQUEST)))

it('requests for the same stale response share one new response', async ({ api, catalog, db }) => {
  await fillList(api.post('/v1/lists'), { name: 'One' }).expect(201)
  const port = await serveStale(catalog, async () => {})
  const reads = await readsOf(db)

  async function missesOfOthers() {
    await fillList(api.post('/v1/lists'), { name: 'Two' }).expect(201)
    const before = await figure(port, 'misses_total')
    await reads.hold()
    const answers = others(port)
    await expect.poll(reads.held).toBeGreaterThan(0)
    await reads.release()
    for (const { status, text } of await answers) expect([status, JSON.parse(text).data.slug]).toEqual([200, 'one'])
    return (await figure(port, 'misses_total')) - before
  }
  // Usually 1. Tests beside this one may change the snapshot of their PostgreSQL between any two of these requests.
  await expect.poll(missesOfOthers).toBeLessThanOrEqual(OTHERS / 2)
})

it('requests for the same stale response are answered if the first client disconnects', async ({
  api,
  catalog,
  db,
}) => {
  await fillList(api.post('/v1/lists'), { name: 'One' }).expect(201)
  const port = await serveStale(catalog, () => fillList(api.post('/v1/lists'), { name: 'Two' }).expect(201))
  const reads = await readsOf(db)
  await reads.hold()
  const first = connect(port, '127.0.0.1')
  first.write(REQUEST)
  await expect.poll(reads.held).toBe(1)
  const answers = others(port)
  first.destroy()
  await reads.release()

  expect((await answers).map(({ status }) => status)).toEqual(Array(OTHERS).fill(200))
})

it('requests for a stale response return everything that was committed before they arrived', async ({
  api,
  catalog,
}) => {
  const key = await keyOf(api, { name: 'One' })
  const port = await serveStale(catalog, async () => {})
  for (let version = 1; version <= 20; version++) {
    const form = fillList(api.put('/v1/lists/one'), { name: 'One', version: String(version) })
    await form.set(bearer(key)).expect(200)
    for (const { text } of await others(port)) expect(JSON.parse(text).data.version).toBe(String(version))
  }
})
