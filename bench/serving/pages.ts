import pg from 'pg'
import { addRates, drive, ratesTable, type Subject } from '../support/drive.ts'
import { startPostgres } from '../support/postgres.ts'
import { startBare, startCatalog } from '../support/processes.ts'
import type { BenchOptions } from '../support/report.ts'

/** Writes per second during the reads. */
const WRITES = 200

/** Measures `GET /v1/lists`: cached, not modified, not cached, and cached while lists are written. */
export async function benchPages({ quick, markdown }: BenchOptions) {
  const postgres = await startPostgres()
  const database = await postgres.database({ lists: quick ? 2_000 : 100_000, bytes: [200], variants: 10 })
  const catalog = await startCatalog(database)
  const floor = await startBare('floor', { SOURCE: `${catalog.url}/v1/lists` })
  const sql = await startBare('sql', { DATABASE_URL: database })
  const etag = (await fetch(`${catalog.url}/v1/lists`)).headers.get('etag') ?? ''

  const { data } = (await (await fetch(`${catalog.url}/v1/games`)).json()) as { data: { id: number; name: string }[] }
  const names = new Map(data.map(({ id, name }) => [id, encodeURIComponent(name)]))

  let visit = 0
  const page = () => {
    visit++
    return { game: 1 + (visit % 10), size: 28 + (visit % 5), number: 1 + (visit % 3), visit }
  }
  const neverSeen = () => {
    const { game, size, number } = page()
    return `/v1/lists?filter[game]=${names.get(game)}&page[size]=${size}&page[number]=${number}&visit=${visit}`
  }
  const bare = (path: string) => () => {
    const { game, size, number } = page()
    return `${path}?game=${game}&size=${size}&number=${number}`
  }
  const gzip = { 'accept-encoding': 'gzip' }
  const subjects: Subject[] = [
    { name: 'floor', server: floor, path: '/floor' },
    { name: 'seen before', server: catalog, path: '/v1/lists' },
    { name: 'seen before, gzip accepted', server: catalog, path: '/v1/lists', headers: gzip },
    { name: 'not changed (304)', server: catalog, path: '/v1/lists', headers: { 'if-none-match': etag }, status: 304 },
    { name: 'SQL', server: sql, path: bare('/pages') },
    { name: 'Prisma', server: sql, path: bare('/prisma') },
    { name: 'never seen', server: catalog, path: neverSeen },
  ]
  const options = { rounds: quick ? 1 : 5, seconds: quick ? 1 : 3, connections: 32, postgres: postgres.pid }
  try {
    const table = ratesTable()
    addRates(table, await drive(subjects, options), {
      'seen before': ['floor', '0.6'],
      'seen before, gzip accepted': ['floor', '0.75'],
      'not changed (304)': ['floor', '0.75'],
      'never seen': ['SQL', '1'],
      SQL: ['Prisma', ''],
    })
    const stopWriting = await writeSteadily(database)
    const beside = await drive(
      [
        { name: 'floor, 200 writes/s', server: floor, path: '/floor' },
        { name: 'seen before, 200 writes/s', server: catalog, path: '/v1/lists' },
      ],
      options,
    )
    await stopWriting()
    addRates(table, beside, { 'seen before, 200 writes/s': ['floor, 200 writes/s', '0.5'] })
    process.stdout.write(`${table.print('pages', markdown)}\n`)
  } finally {
    await postgres.close()
  }
}

/** Inserts small lists into the database at a steady rate. They bypass the server, which only reads. */
async function writeSteadily(database: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const insert = (slug: string) =>
    client.query({
      name: 'write',
      text: `INSERT INTO lists (slug, slug_base, slug_number, name, private, created_at, updated_at, game_id)
        VALUES ($1, $1, 1, 'Written', false, now(), now(), 4)`,
      values: [slug],
    })

  let isStopping = false
  const start = Date.now()
  const writing = (async () => {
    for (let written = 0; !isStopping; ) {
      const due = Math.floor(((Date.now() - start) / 1000) * WRITES)
      for (; written < due; written++) await insert(`written-${start}-${written}`)
      await new Promise((resolve) => setTimeout(resolve, 1000 / WRITES))
    }
  })()
  return async () => {
    isStopping = true
    await writing
    await client.end()
  }
}
