import * as net from 'node:net'
import { expect, onTestFinished } from 'vitest'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { type Database, openDatabase } from '../../../src/db/client.ts'
import { DEFAULT_TIMEOUTS } from '../../../src/db/session.ts'
import { connected, TIMEOUTS } from '../../support/database/own.ts'
import { NOTHING_STORED, storedRows } from '../../support/database/stored.ts'
import { it } from '../../support/it.ts'
import { FIELD_PARTS, FORM_TYPE, formBody } from '../../support/requests/parts.ts'
import { get, headOf, request, send, serve } from '../../support/requests/wire.ts'

/** Starts a server without a database: nothing listens on port 1. */
async function serveAlone(catalog: CompareContext): Promise<number> {
  const db = openDatabase('postgresql://nobody@127.0.0.1:1/nothing')
  onTestFinished(() => db.$disconnect())
  return serve({ ...catalog, db })
}

/** Uploads a list with one file. */
const upload = (port: number, file = 'a', ...more: string[]) =>
  send(
    port,
    request(
      headOf('POST /v1/lists', `Content-Type: ${FORM_TYPE}`, ...more),
      formBody([...FIELD_PARTS, ['name="files[]"; filename="a.txt"', file]]),
    ),
  )

const refusal = { status: 503, headers: expect.objectContaining({ 'retry-after': expect.any(String) }) }

it('without a database, every read returns 503 with Retry-After and a message without internal details', async ({
  catalog,
}) => {
  const port = await serveAlone(catalog)
  const lists = ['/v1/lists', '/v1/lists?page[size]=all', '/v1/lists/a', '/v1/compare', '/v1/compare/a/b']
  for (const path of [...lists, '/v1/games', '/v1/games/4', '/readyz']) {
    const { status, headers, text } = await get(port, path)

    const type = 'application/json; charset=utf-8'
    expect({ path, status, type: headers['content-type'] }).toEqual({ path, status: 503, type })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.parse(text)).toEqual({ message: expect.stringMatching(/./) })
    expect(text).not.toMatch(/127\.0\.0\.1|prisma|ECONNREFUSED|postgres/i)
  }
})

it('without a database, a request with a token returns 503, not 401', async ({ catalog }) => {
  const port = await serveAlone(catalog)
  const token = 'Authorization: Bearer mlc_token'
  expect(await get(port, '/v1/user', token)).toMatchObject({ status: 503 })
  expect(await send(port, request(headOf('DELETE /v1/lists/a', token), ''))).toMatchObject({ status: 503 })
})

it('an upload whose statements are slow is stored, as long as none of them takes longer than the default limit', async ({
  catalog,
  url,
  db,
}) => {
  await slowDown(db, 3, 'CREATE TRIGGER dawdle BEFORE INSERT ON files')
  await slowDown(db, 3, 'CREATE TRIGGER dawdle BEFORE INSERT ON lists')
  const port = await serve({ ...catalog, db: connected(url, { timeouts: DEFAULT_TIMEOUTS }) })
  expect(await upload(port)).toMatchObject({ status: 201 })
  expect(await db.list.count()).toBe(1)
})

it('an upload with a statement that takes too long returns 503, and stores nothing', async ({ catalog, db, url }) => {
  await slowDown(db, 30, 'CREATE TRIGGER dawdle BEFORE INSERT ON lists')
  const port = await serve({ ...catalog, db: connected(url, { timeouts: { ...TIMEOUTS, statement: 1_000 } }) })
  expect(await upload(port)).toMatchObject(refusal)
  const active = () => db.$queryRaw<unknown[]>`
    SELECT state FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`
  await expect.poll(active).toEqual([])
  const { files: _, ...rows } = await storedRows(db)
  const { files: __, ...none } = NOTHING_STORED
  expect(rows).toEqual(none)
})

it('an upload whose COMMIT is not answered returns 503; sent again with its Idempotency-Key, it is stored once', async ({
  catalog,
  db,
  url,
}) => {
  const database = await losesCommits(url)
  const port = await serve({ ...catalog, db: connected(database.url) })
  const key = 'Idempotency-Key: lost'
  expect(await upload(port, 'a', key)).toMatchObject(refusal)
  expect(await db.list.count()).toBe(1)
  database.keep()
  const again = await upload(port, 'a', key)
  expect([again.status, JSON.parse(again.text).data.slug]).toEqual([201, 'my-list'])
  expect(await db.list.count()).toBe(1)
})

/** Starts a proxy for a database that breaks a connection instead of passing on the answer to a COMMIT, until `keep`. */
async function losesCommits(url: string) {
  let isLosing = true
  const { hostname, port } = new URL(url)
  const proxy = net.createServer((client) => {
    const database = net.connect(Number(port), hostname)
    client.on('error', () => {}).pipe(database)
    database
      .on('error', () => {})
      .on('data', (reply) => {
        if (isLosing && reply.includes('COMMIT\0')) client.destroy()
        else client.write(reply)
      })
    client.once('close', () => database.destroy())
  })
  onTestFinished(() => void proxy.close())
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = new URL(url)
  address.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`
  return {
    url: address.href,
    keep() {
      isLosing = false
    },
  }
}

/** Makes statements that fire this trigger take some seconds longer, until the test ends. */
async function slowDown(db: Database, seconds: number, trigger: string) {
  const dawdle = `dawdle_${String(seconds).replace('.', '_')}`
  await db.$executeRawUnsafe(
    `CREATE OR REPLACE FUNCTION ${dawdle}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(${seconds}); RETURN NEW; END $$`,
  )
  onTestFinished(async () => void (await db.$executeRawUnsafe(`DROP FUNCTION IF EXISTS ${dawdle} CASCADE`)))
  await db.$executeRawUnsafe(`${trigger} EXECUTE FUNCTION ${dawdle}()`)
}
