import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { randomFrom } from '../../../bench/support/random.ts'
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

it('a server with a response cache does not return expired lists, even if nothing was written', async ({
  catalog,
  db,
  clock,
  api,
}) => {
  const moment = catalog.clock()
  await db.list.create({
    data: {
      ...{ slug: 'short', slugBase: 'short', slugNumber: 1, name: 'Short', private: false, gameId: 4 },
      ...{ createdAt: moment, updatedAt: moment, expiresAt: new Date(moment.getTime() + 1000) },
    },
  })
  const totals = async () => [
    (await api.get('/v1/lists')).body.meta.total,
    (await api.get('/v1/games')).body.data.find(({ id }: { id: number }) => id === 4).lists_count,
    (await api.get('/v1/lists/short')).status,
  ]
  expect([await totals(), await totals()]).toEqual([
    [1, 1, 200],
    [1, 1, 200],
  ])
  clock.advance(999)
  expect(await totals()).toEqual([1, 1, 200])
  clock.advance(1)
  expect(await totals()).toEqual([0, 0, 404])
})

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

it('a server with a response cache returns the same as a server without a cache', async ({
  catalog,
  url,
  signIn,
  db,
}) => {
  await signIn('Ann', { verified: true })
  const { id: authorId } = await db.user.findFirstOrThrow()
  const random = randomFrom(7)
  const now = catalog.clock().getTime()
  await db.list.createMany({
    data: Array.from({ length: 900 }, (_, index) => ({
      ...{ slug: `l-${index}`, slugBase: 'l', slugNumber: index, name: `List ${index}`, private: random() < 0.1 },
      createdAt: new Date(now - Math.floor(random() * 40) * 43_200_000),
      updatedAt: new Date(now - Math.floor(random() * 40) * 43_200_000),
      expiresAt: random() < 0.2 ? new Date(now + (random() - 0.5) * 1e8) : null,
      gameId: 1 + Math.floor(random() * 3),
      authorId: random() < 0.5 ? authorId : null,
    })),
  })
  const { app } = await serverOn(url, catalog)
  const bare = await serverOn(url, catalog, 0)
  for (let turn = 0; turn < 120; turn++) {
    if (turn === 60) await db.$queryRaw`SELECT fold_list_changes(10000)`
    if (turn % 7 === 0) await db.list.deleteMany({ where: { slugNumber: { in: [turn, 900 - turn] } } })
    const filter = `${random() < 0.5 ? '&filter[game]=TESIV Oblivion' : ''}${random() < 0.5 ? '&filter[author]=ANN' : ''}`
    const sort = ['created', '-created', 'updated', '-updated'][Math.floor(random() * 4)] ?? 'created'
    const size = 1 + Math.floor(random() * 40)
    const number = 1 + Math.floor((random() * 900) / size)
    const path = `/v1/lists?page[size]=${size}&page[number]=${number}&sort=${sort}${filter}`
    const answer = await get(app, path)
    expect(await get(bare.app, path)).toEqual(answer)

    const where = {
      private: false,
      OR: [{ expiresAt: null }, { expiresAt: { gt: catalog.clock() } }],
      ...(filter.includes('game') && { gameId: 2 }),
      ...(filter.includes('author') && { authorId }),
    }
    const direction = sort.startsWith('-') ? 'desc' : 'asc'
    const rows = await db.list.findMany({
      where,
      orderBy: [{ [sort.endsWith('created') ? 'createdAt' : 'updatedAt']: direction }, { id: direction }],
      take: size,
      skip: size * (number - 1),
    })
    expect(answer.body.data.map(({ slug }: { slug: string }) => slug)).toEqual(rows.map(({ slug }) => slug))
    expect(answer.body.meta.total).toBe(await db.list.count({ where }))
  }
})
