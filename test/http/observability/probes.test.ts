import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { connected, openOwnDatabase, ownDatabase } from '../../support/database/own.ts'
import { query } from '../../support/database/query.ts'
import { it } from '../../support/it.ts'
import { get, serve } from '../../support/requests/wire.ts'

it('GET / returns name, version and the addresses of the API, its reference and its OpenAPI document', async ({
  api,
}) => {
  const { body } = await api.get('/').expect(200)
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))

  expect(body).toEqual({
    name: 'mod-list-catalog',
    version,
    api: 'https://api.example.com/v1',
    reference: expect.stringMatching(/^https:\/\/api\.example\.com\/./),
    openapi: expect.stringMatching(/^https:\/\/api\.example\.com\/./),
    website: 'https://www.example.com',
    limits: { max_files: 32, max_file_bytes: 2 ** 20, max_body_bytes: 8 * 2 ** 20 },
  })
  const local = (address: string) => address.replace('https://api.example.com', '')
  const { body: document } = await api.get(local(body.openapi)).expect(200)
  expect(document.openapi).toMatch(/^3\./)
  expect(document.externalDocs.url).toBe('https://www.example.com')
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/v1/lists/{slug}', '/v1/compare/{slug1}/{slug2}']),
  )
  await api.get(local(body.reference)).redirects(1).expect(200)
  await api.get(`${local(body.api)}/lists`).expect(200)
})

it('GET /healthz and GET /readyz return 200 on a working server, and must not be cached', async ({ api }) => {
  for (const path of ['/healthz', '/readyz']) {
    const { headers } = await api
      .get(path)
      .expect(200)
      .expect('Content-Type', /^application\/json/)
    expect(headers['cache-control']).toMatch(/no-store/)
  }
})

it('GET /readyz returns 200 on a busy server, even if all pooled connections are in use', async ({ api, db }) => {
  const release: (() => void)[] = []
  const busy = Array.from({ length: 12 }, () => db.pool.connect())
  for (const client of await Promise.all(busy)) release.push(() => client.release())
  let endTransactions = () => {}
  const held = new Promise<void>((resolve) => {
    endTransactions = resolve
  })
  const transactions = Array.from({ length: 12 }, () =>
    db.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1`
      await held
    }),
  )
  await expect.poll(() => db.connections().used).toBe(24)
  try {
    await api.get('/readyz').expect(200)
  } finally {
    endTransactions()
    for (const each of release) each()
    await Promise.all(transactions)
  }
})

it('GET /readyz returns 503, and GET /healthz 200, if migrations are missing', async ({ catalog }) => {
  const { db, url } = await openOwnDatabase()
  const port = await serve({ ...catalog, db })
  expect(await get(port, '/readyz')).toMatchObject({ status: 200 })

  const steps = [
    `DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
    'DROP TABLE _prisma_migrations',
    'DROP SCHEMA public CASCADE',
  ]
  for (const sql of steps) {
    await query(url, sql)
    const ready = await get(port, '/readyz')
    expect(ready).toMatchObject({ status: 503, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
    expect(JSON.parse(ready.text)).toEqual({ message: expect.stringMatching(/migration/) })
    expect(await get(port, '/healthz')).toMatchObject({ status: 200 })
  }
})

it('GET /readyz and all requests return 503 while the address of the database leads to a standby', async ({
  catalog,
}) => {
  const url = await ownDatabase()
  await query(
    url,
    `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = public, pg_catalog;
     CREATE FUNCTION public.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true'`,
  )
  const port = await serve({ ...catalog, db: connected(url) })
  const refused = { status: 503, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } }
  const ready = await get(port, '/readyz')
  expect(ready).toMatchObject(refused)
  expect(JSON.parse(ready.text).message).toMatch(/^The database is a standby, .*until its address leads to the primary/)
  for (const path of ['/v1/lists', '/v1/games', '/lists']) expect(await get(port, path)).toMatchObject(refused)
  expect(await get(port, '/healthz')).toMatchObject({ status: 200 })

  await query(url, 'DROP FUNCTION public.pg_is_in_recovery()')
  for (const path of ['/readyz', '/v1/lists']) expect(await get(port, path)).toMatchObject({ status: 200 })
})

it('GET /metrics at any other spelling of the path is 401 without the token, so that proxies can block it', async ({
  catalog,
}) => {
  const open = await serve(catalog)
  const guarded = await serve(catalog, { metricsToken: 'a-token-of-metrics' })
  expect((await get(open, '/metrics?x=1')).status).toBe(200)
  expect((await get(guarded, '/metrics')).status).toBe(401)
  for (const path of ['/metrics/', '/metric%73', '/%6Detrics/?x=1', '/metrics/?/metrics']) {
    for (const port of [open, guarded]) {
      const { status, text } = await get(port, path)
      expect([path, status]).toEqual([path, 401])
      expect(text).not.toContain('http_request_duration')
    }
    const headers = { authorization: 'Bearer a-token-of-metrics' }
    expect((await fetch(`http://127.0.0.1:${guarded}${path}`, { headers })).status).toBe(200)
  }
})

it('GET /metrics counts requests by method, route and status in the Prometheus text format', async ({ catalog }) => {
  const port = await serve(catalog)
  for (const path of ['/v1/lists/a', '/v1/lists/b', '/v1/games', '/v1/nothing', '/v1/nowhere', '/x?y']) {
    await get(port, path)
  }
  const { status, headers, text } = await get(port, '/metrics')

  expect({ status, type: headers['content-type'] }).toEqual({
    status: 200,
    type: expect.stringMatching(/^text\/plain/),
  })
  const count = (route: string, code: number) =>
    new RegExp(
      `^http_request_duration_seconds_count\\{method="GET",route="${route}",status="${code}"\\} (\\d+)$`,
      'm',
    ).exec(text)?.[1]
  expect(count('/v1/lists/:slug', 404)).toBe('2')
  expect(count('/v1/games/?', 200)).toBe('1')
  expect(count('unknown', 404)).toBe('3')
  expect(text).not.toMatch(/nowhere|lists\/a/)
  expect(text).toMatch(/^process_cpu_seconds_total /m)
})
