import { setTimeout as delay } from 'node:timers/promises'
import { at, query } from '../../test/support/database/query.ts'
import { FIELD_PARTS, FORM_TYPE, formBody } from '../../test/support/requests/parts.ts'
import { addRates, drive, type Round, ratesTable, type Subject } from '../support/drive.ts'
import { fillModIndex, MODS, modListFiles, modName, RARE, RARE_LISTS } from '../support/mod-lists.ts'
import { startPostgres } from '../support/postgres.ts'
import { cpuSeconds, type Server, startCatalog } from '../support/processes.ts'
import { type BenchOptions, format, median, progress, Table } from '../support/report.ts'

/** The game with the most lists. */
const GAME = '/v1/games/1'

/** Each search, and its goal as a ratio to the plain page or in milliseconds. No response is cached: each has a new address. */
const SEARCHES: Record<string, { path: (visit: number) => string; ratio?: number; ms?: number }> = {
  'plain page': { path: (visit) => `/v1/lists?visit=${visit}` },
  [`mod of ${RARE_LISTS} lists`]: { path: () => held(RARE), ratio: 1 },
  'mod of half of all lists': { path: () => held(1), ms: 250 },
  'two such mods at once': { path: () => `/v1/lists?filter[mod][]=${named(1)}&filter[mod][]=${named(2)}`, ms: 250 },
  'popular mods of a game': { path: (visit) => `${GAME}/mods?visit=${visit}`, ms: 150 },
  'search among them': { path: (visit) => `${GAME}/mods?filter[search]=dra cas&visit=${visit}`, ms: 150 },
  'popular mod, with beside': { path: (visit) => `${GAME}/mods/${named(1 + visit)}`, ms: 150 },
}

const named = (id: number) => encodeURIComponent(modName(id))
const held = (id: number) => `/v1/lists?filter[mod]=${named(id)}`

/** Measures searches by mod, the size of the index, and what indexing costs an upload and afterwards. */
export async function benchMods({ quick, markdown, lists = quick ? 10_000 : 200_000 }: BenchOptions): Promise<void> {
  const postgres = await startPostgres()
  try {
    const indexed = await postgres.database({ lists, bytes: [200], variants: 10 })
    progress(`making an index of ${MODS} mods a list`)
    await fillModIndex(indexed)
    const plain = at(indexed, { database: 'bench_without_index' })
    const maintenance = at(indexed, { database: 'postgres' })
    await query(maintenance, `CREATE DATABASE bench_without_index TEMPLATE ${new URL(indexed).pathname.slice(1)}`)
    await query(plain, 'ALTER TABLE lists DISABLE TRIGGER note_unindexed_new_lists')

    const catalog = await startCatalog(indexed)
    const searches = await searchTimes(catalog, quick ? 20 : 100)
    const bytes = await query(indexed, `SELECT pg_total_relation_size('list_mods') AS bytes`)
    const bytesOfList = Number(bytes[0]?.bytes) / lists

    // A server leaves the index to newer versions, so nothing is read while the uploads are measured.
    await query(indexed, 'UPDATE mod_readers SET version = version + 1000')
    const uploads = await driveUploads(catalog, await startCatalog(plain), { quick, postgres: postgres.pid })
    await query(indexed, 'UPDATE mod_readers SET version = version - 1000')
    const msOfList = await indexingMs(indexed, catalog, postgres.pid)

    const costs = new Table(['cost', 'value', 'goal'])
    costs.add('bytes of index a list', format(bytesOfList, 0), '3,500')
    costs.add('processor time of an upload, of that without the index', format(uploads.processor), '1.1')
    costs.add('processor ms to read and index a list', format(msOfList), '15')
    const title = `mods, ${lists.toLocaleString('en')} lists`
    const tables: [string, Table][] = [
      [title, searches],
      ['mods, uploads', uploads.table],
      ['mods, costs', costs],
    ]
    for (const [name, table] of tables) process.stdout.write(`${table.print(name, markdown)}\n`)
  } finally {
    await postgres.close()
  }
}

/** Measures the searches one request at a time, in turns. The first rounds are warm-up. */
async function searchTimes(catalog: Server, rounds: number): Promise<Table> {
  const warmUp = Math.ceil(rounds / 5)
  const taken = new Map<string, number[]>(Object.keys(SEARCHES).map((name) => [name, []]))
  for (let visit = 0; visit < warmUp + rounds; visit++) {
    progress(`round ${visit + 1} of ${warmUp + rounds}`)
    for (const [name, { path }] of Object.entries(SEARCHES)) {
      const start = performance.now()
      const response = await fetch(catalog.url + path(visit))
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path(visit)}: ${response.status}`)
      if (visit >= warmUp) taken.get(name)?.push(performance.now() - start)
    }
  }
  const table = new Table(['path', 'ms', '95th ms', 'of the plain page', 'goal'])
  const plain = taken.get('plain page') ?? []
  for (const [name, times] of taken) {
    const { ratio, ms } = SEARCHES[name] ?? {}
    const worst = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0
    const ratios = times.map((time, round) => time / (plain[round] ?? Number.NaN))
    table.add(
      name,
      format(median(times)),
      format(worst),
      name === 'plain page' ? '' : format(median(ratios)),
      ratio === undefined ? (ms === undefined ? '' : `${ms} ms`) : format(ratio),
    )
  }
  return table
}

/** Measures uploads of new mod lists with the triggers that queue them for the index, and without. */
async function driveUploads(
  indexed: Server,
  plain: Server,
  { quick, postgres }: { quick: boolean; postgres: number },
): Promise<{ table: Table; processor: number }> {
  const next = modListFiles(11)
  const body = () => ({
    headers: { 'content-type': FORM_TYPE },
    body: formBody([...FIELD_PARTS, ['name="files[]"; filename="modlist.txt"', next()]]),
  })
  const subjects: Subject[] = [
    { name: 'upload, no index', server: plain, path: '/v1/lists', status: 201, body },
    { name: 'upload, queued for the index', server: indexed, path: '/v1/lists', status: 201, body },
  ]
  const options = { rounds: quick ? 1 : 5, seconds: quick ? 1 : 3, connections: 4, postgres }
  const results = await drive(subjects, options)
  const table = ratesTable()
  addRates(table, results, { 'upload, queued for the index': ['upload, no index', '0.91'] })
  const [without = [], queued = []] = [...results.values()]
  const spent = (rounds: readonly Round[]) => median(rounds.map(({ server, postgres }) => server + postgres))
  return { table, processor: spent(queued) / spent(without) }
}

/** Returns the processor time in milliseconds that the server and PostgreSQL take to index a waiting list. */
async function indexingMs(database: string, catalog: Server, postgres: number): Promise<number> {
  const waiting = async () =>
    Number((await query(database, 'SELECT count(DISTINCT list_id) AS lists FROM unindexed_lists'))[0]?.lists)
  const spent = () => cpuSeconds(catalog.pid) + cpuSeconds(postgres)
  const [first, before] = [await waiting(), spent()]
  for (let left = first; left > 0; left = await waiting()) {
    progress(`${left} lists wait to be indexed`)
    await delay(500)
  }
  return ((spent() - before) / first) * 1_000
}
