import { slugs } from '../support/data.ts'
import { addRates, drive, ratesTable, type Subject } from '../support/drive.ts'
import { startPostgres } from '../support/postgres.ts'
import { startBare, startCatalog } from '../support/processes.ts'
import type { BenchOptions } from '../support/report.ts'

/** Measures `GET /v1/lists/{slug}` with five files: cached, not cached, and not cached but with cached files. */
export async function benchList({ quick, markdown }: BenchOptions): Promise<void> {
  const postgres = await startPostgres()
  const lists = quick ? 200 : 20_000
  const bytes = [120_000, 80_000, 40_000, 20_000, 5_000]
  // So many different files in `unlike` that no cache keeps them; so few in `alike` that all stay cached.
  const unlikeLists = quick ? 60 : 600
  const unlike = await postgres.database({ lists: unlikeLists, bytes, variants: unlikeLists })
  const alike = await postgres.database({ lists, bytes, variants: 10 })
  const unlikeCatalog = await startCatalog(unlike, { CACHE_BYTES: '0' })
  const alikeCatalog = await startCatalog(alike)
  const floor = await startBare('floor', { SOURCE: `${alikeCatalog.url}/v1/lists/list-1` })
  const unlikeSql = await startBare('sql', { DATABASE_URL: unlike })
  const alikeSql = await startBare('sql', { DATABASE_URL: alike })

  const [unlikeSlug, alikeSlug] = [slugs(unlikeLists), slugs(lists)]
  const subjects: Subject[] = [
    { name: 'floor', server: floor, path: '/floor' },
    { name: 'seen before', server: alikeCatalog, path: '/v1/lists/list-1' },
    {
      name: 'seen before, gzip accepted',
      server: alikeCatalog,
      path: '/v1/lists/list-1',
      headers: { 'accept-encoding': 'gzip' },
    },
    { name: 'SQL', server: unlikeSql, path: () => `/list/${unlikeSlug()}` },
    { name: 'never seen', server: unlikeCatalog, path: () => `/v1/lists/${unlikeSlug()}` },
    { name: 'SQL, files of many lists', server: alikeSql, path: () => `/list/${alikeSlug()}` },
    { name: 'never seen, files known', server: alikeCatalog, path: () => `/v1/lists/${alikeSlug()}` },
  ]
  try {
    const options = { rounds: quick ? 1 : 5, seconds: quick ? 1 : 3, connections: 32, postgres: postgres.pid }
    const table = ratesTable()
    addRates(table, await drive(subjects, options), {
      'seen before': ['floor', '0.8'],
      'seen before, gzip accepted': ['floor', '0.9'],
      'never seen': ['SQL', '1'],
      'never seen, files known': ['SQL, files of many lists', '5'],
    })
    process.stdout.write(`${table.print('list', markdown)}\n`)
  } finally {
    await postgres.close()
  }
}
