import { migrateDatabase } from '../../src/db/migrations.ts'
import { query } from '../../test/support/database/query.ts'
import { type Cluster, startCluster } from '../../test/support/database/servers/cluster.ts'
import { EXPIRED, type Fill, fillDatabase } from '../support/data.ts'
import { drive, type Round, type Subject } from '../support/drive.ts'
import { cpuSeconds, type Server, startCatalog, stopServers } from '../support/processes.ts'
import { type BenchOptions, format, median, progress, Table } from '../support/report.ts'

/** The numbers of standbys that are measured. */
const COUNTS = [0, 1, 2]

const IDLE_MS = 8_000

/** Measures uncached pages and lists and a cached page with 0, 1 and 2 standbys. */
export async function benchReplicas({ quick, markdown }: BenchOptions): Promise<void> {
  const cluster = await startCluster(2, ['max_connections=300'])
  const catalogs: Server[] = []
  try {
    const bytes = [120_000, 80_000, 40_000, 20_000, 5_000]
    const many = quick ? 2_000 : 100_000
    const few = quick ? 60 : 300
    const pages = await filled(cluster, 'pages', { lists: many, bytes: [200], variants: 10 })
    const lists = await filled(cluster, 'lists', { lists: few, bytes, variants: few })
    const start = async (addresses: readonly string[], standbys: number, settings: NodeJS.ProcessEnv = {}) => {
      const [primary = '', ...rest] = addresses
      const REPLICA_URLS = rest.slice(0, standbys).join()
      const catalog = await startCatalog(primary, { ...settings, ...(standbys > 0 && { REPLICA_URLS }) })
      catalogs.push(catalog)
      if (standbys > 0) await untilRead(catalog, standbys)
      return catalog
    }

    let visit = 0
    const page = () => {
      visit++
      return `/v1/lists?filter[game]=${1 + (visit % 10)}x&page[size]=${28 + (visit % 5)}&page[number]=${1 + (visit % 3)}&visit=${visit}`
    }
    const names = await gameNames(pages[0] ?? '')
    const neverSeen = () => page().replace(/(\d+)x/, (_, game) => encodeURIComponent(names[Number(game)] ?? ''))
    const list = () => {
      const id = 1 + (++visit % few)
      return `/v1/lists/list-${id % Math.ceil(few / EXPIRED) === 0 ? 1 : id}`
    }
    const subjects: Subject[] = []
    for (const count of COUNTS) {
      const forPages = await start(pages, count)
      const forLists = await start(lists, count, { CACHE_BYTES: '0' })
      subjects.push({ name: `page never seen, ${count} standbys`, server: forPages, path: neverSeen })
      subjects.push({ name: `list never seen, ${count} standbys`, server: forLists, path: list })
      subjects.push({ name: `page seen before, ${count} standbys`, server: forPages, path: '/v1/lists' })
    }
    const pids = { postgres: [cluster.primary.pid], standbys: cluster.standbys.map(({ pid }) => pid) }
    const options = {
      rounds: quick ? 1 : 5,
      seconds: quick ? 1 : 3,
      connections: 32,
      postgres: cluster.primary.pid,
      standbys: pids.standbys,
      idle: { postgres: await idleOf(pids.postgres), standbys: await idleOf(pids.standbys) },
    }
    const results = await drive(subjects, options)
    process.stdout.write(`${tableOf(results).print('replicas', markdown)}\n`)
    for (const catalog of catalogs) {
      const where = await reads(catalog)
      if (where !== '') process.stdout.write(`${where}\n`)
    }
  } finally {
    await stopServers()
    await cluster.close()
  }
}

/**
 * Returns the CPU seconds per second that servers use without requests, including the background work of the catalogs.
 */
async function idleOf(pids: readonly number[]): Promise<number> {
  const used = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  const [before, began] = [used(), performance.now()]
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  return (used() - before) / ((performance.now() - began) / 1000)
}

function tableOf(results: Map<string, Round[]>): Table {
  const table = new Table([
    'path',
    'requests/s',
    '99th ms',
    'server us',
    'primary us',
    'standbys us',
    'of no standby',
    'goal',
  ])
  for (const [name, rounds] of results) {
    const of = (field: keyof Round) => median(rounds.map((round) => round[field]))
    const base = results.get(name.replace(/\d/, '0')) ?? []
    const ratio = median(rounds.map(({ postgres }, index) => postgres / (base[index]?.postgres ?? Number.NaN)))
    const isNever = name.includes('never seen') && !name.includes(' 0 ')
    table.add(
      name,
      format(of('rate')),
      format(of('p99'), 0),
      format(of('server'), 0),
      format(of('postgres'), 0),
      format(of('standbys'), 0),
      isNever ? format(ratio) : '',
      isNever ? '0.1' : '',
    )
  }
  return table
}

/** Creates a database with generated data. Returns its addresses, that of the primary first. */
async function filled({ primary, standbys }: Cluster, name: string, fill: Fill): Promise<string[]> {
  progress(`making ${fill.lists} lists`)
  await primary.query(`CREATE DATABASE ${name}`)
  const at = ({ url }: { url: string }) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  await migrateDatabase(at(primary))
  await fillDatabase(at(primary), fill)
  return [primary, ...standbys].map(at)
}

async function gameNames(url: string): Promise<string[]> {
  const rows = await query(url, 'SELECT id, name FROM games')
  const names: string[] = []
  for (const { id, name } of rows) names[Number(id)] = String(name)
  return names
}

const metricsOf = async ({ url }: Server) => (await fetch(`${url}/metrics`)).text()

async function untilRead(catalog: Server, standbys: number): Promise<void> {
  while (((await metricsOf(catalog)).match(/^database_standby_ready\S* 1$/gm) ?? []).length < standbys) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Returns the number of heavy reads by server and reason. */
async function reads(catalog: Server): Promise<string> {
  const found = (await metricsOf(catalog)).matchAll(
    /^database_reads_total\{server="([^"]*)",reason="([^"]*)"\} (\d+)$/gm,
  )
  return Array.from(found, ([, server, reason, count]) => `${server} ${reason} ${count}`).join(', ')
}
