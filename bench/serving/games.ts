import { addRates, drive, ratesTable, type Subject } from '../support/drive.ts'
import { startPostgres } from '../support/postgres.ts'
import { startBare, startCatalog } from '../support/processes.ts'
import type { BenchOptions } from '../support/report.ts'

/** Measures `GET /v1/games` with its counts, from the cache and from the database. */
export async function benchGames({ quick, markdown }: BenchOptions): Promise<void> {
  const postgres = await startPostgres()
  const database = await postgres.database({ lists: quick ? 2_000 : 100_000, bytes: [200], variants: 10 })
  const catalog = await startCatalog(database)
  const floor = await startBare('floor', { SOURCE: `${catalog.url}/v1/games` })
  const sql = await startBare('sql', { DATABASE_URL: database })
  let visit = 0
  const subjects: Subject[] = [
    { name: 'floor', server: floor, path: '/floor' },
    { name: 'seen before', server: catalog, path: '/v1/games' },
    { name: 'SQL', server: sql, path: '/games' },
    { name: 'never seen', server: catalog, path: () => `/v1/games?visit=${++visit}` },
  ]
  try {
    const options = { rounds: quick ? 1 : 5, seconds: quick ? 1 : 3, connections: 32, postgres: postgres.pid }
    const table = ratesTable()
    addRates(table, await drive(subjects, options), { 'seen before': ['floor', ''], 'never seen': ['SQL', ''] })
    process.stdout.write(`${table.print('games', markdown)}\n`)
  } finally {
    await postgres.close()
  }
}
