import { startPostgres } from '../support/postgres.ts'
import { type Server, startCatalog } from '../support/processes.ts'
import { type BenchOptions, format, median, progress, Table } from '../support/report.ts'

/** Filters by the names of the generated data. */
const FILTERS = {
  'no filter': '',
  'popular game': '&filter[game]=TESIII Morrowind',
  'rare game': '&filter[game]=The Witcher: Enhanced Edition',
  author: '&filter[author]=Author 40',
  'game and author': '&filter[game]=TESIII Morrowind&filter[author]=Author 40',
}

/** Measures uncached pages and counts of a small and a large catalog. */
export async function benchScale({ quick, markdown }: BenchOptions): Promise<void> {
  const sizes = quick ? [1_000, 4_000] : [10_000, 1_000_000]
  const times = quick ? 15 : 500
  const postgres = await startPostgres()
  const catalogs: Server[] = []
  try {
    for (const lists of sizes) {
      catalogs.push(await startCatalog(await postgres.database({ lists, bytes: [200], variants: 10 })))
    }
    const table = new Table(['path', ...sizes.map((size) => `ms at ${size.toLocaleString('en')}`), 'ratio', 'goal'])
    const first = new Map<string, number>()
    for (const [name, filter] of Object.entries(FILTERS)) {
      for (const place of ['first', 'middle', 'last'] as const) {
        const pages = await Promise.all(catalogs.map((catalog) => pageOf(catalog, filter, place)))
        const [small = 0, large = 0] = await alternately(catalogs, times, (index, visit) => {
          return `/v1/lists?page[number]=${pages[index]}${filter}&visit=${place}${visit}`
        })
        if (place === 'first') first.set(name, large)
        // A page in the middle is compared with the first page of the same catalog.
        const ratio = large / (place === 'middle' ? (first.get(name) ?? 0) : small)
        const goal = place === 'middle' ? '5 of the first page' : '1.3'
        table.add(`${name}, ${place} page`, format(small), format(large), format(ratio), goal)
      }
    }
    const [small = 0, large = 0] = await alternately(catalogs, times, (_, visit) => `/v1/games?visit=${visit}`)
    table.add('games with counts', format(small), format(large), format(large / small), '1.3')
    process.stdout.write(`${table.print('scale', markdown)}\n`)
  } finally {
    await postgres.close()
  }
}

async function pageOf(catalog: Server, filter: string, place: 'first' | 'middle' | 'last'): Promise<number> {
  const response = await fetch(`${catalog.url}/v1/lists?page[size]=30${filter}`)
  const { meta } = (await response.json()) as { meta: { last_page: number } }
  return { first: 1, middle: Math.ceil(meta.last_page / 2), last: meta.last_page }[place]
}

/**
 * Returns the median response time of each server. Sends one request at a time, in turns; the first half is warm-up.
 */
async function alternately(
  servers: readonly Server[],
  times: number,
  path: (index: number, visit: number) => string,
): Promise<number[]> {
  const taken = servers.map((): number[] => [])
  for (let visit = 0; visit < times; visit++) {
    for (const [index, server] of servers.entries()) {
      progress(`${visit} of ${times}: ${path(index, visit)}`)
      const start = performance.now()
      const response = await fetch(server.url + path(index, visit), { headers: { 'accept-encoding': 'identity' } })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path(index, visit)}: ${response.status}`)
      if (visit >= times / 2) taken[index]?.push(performance.now() - start)
    }
  }
  return taken.map(median)
}
