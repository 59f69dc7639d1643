import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import type { CompareContext } from '../../../src/compare/differ.ts'
import { openDatabase } from '../../../src/db/client.ts'
import { it, options } from '../../support/it.ts'

/** Starts another server on the same database, with its own connections and cache. */
async function serverOn(url: string, catalog: CompareContext, cacheBytes = options.cacheBytes) {
  const db = openDatabase(url)
  const app = await buildApp({ ...catalog, db }, { ...options, cacheBytes })
  onTestFinished(async () => {
    await app.close()
    await db.$disconnect()
  })
  return { app, db }
}

const get = async (app: FastifyInstance, path: string) => {
  const { statusCode, body } = await app.inject(path)
  return { status: statusCode, body: JSON.parse(body) }
}

it('a server with a response cache returns current lists after its database connections were cut', async ({
  catalog,
  url,
}) => {
  const { app } = await serverOn(url, catalog)
  const first = await get(app, '/v1/lists')
  expect(await get(app, '/v1/lists')).toEqual(first)

  const other = new pg.Client({ connectionString: url })
  await other.connect()
  onTestFinished(() => other.end())
  for (let turn = 1; turn <= 5; turn++) {
    await other.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    await other.query(
      `INSERT INTO lists (slug, slug_base, slug_number, name, private, created_at, updated_at, game_id)
       VALUES ($1, $1, 1, $1, false, now(), now(), 1)`,
      [`list-${turn}`],
    )
    await expect.poll(async () => (await get(app, '/v1/lists')).status).toBe(200)
    expect((await get(app, '/v1/lists')).body.meta.total).toBe(turn)
  }
})
