import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { startPostgres } from '../../support/postgres.ts'
import { cpuSeconds, type Server, startCatalog } from '../../support/processes.ts'
import { type BenchOptions, format, median, progress, Table } from '../../support/report.ts'
import { profileFiles } from '../../support/texts.ts'
import { changedPair, upload } from './subjects.ts'

const MODS = 4_000
const VARIANTS = 12
const ROUNDS = 7

/** Pages in a round. More pages than variants, since clocks count hundredths of a second. */
const PAGES = 24

/**
 * Measures the processor time of pages that are not cached against those of another version, in turns. `folder` has that
 * version, built.
 */
export async function benchBefore({ quick, markdown }: BenchOptions, folder: string): Promise<void> {
  const postgres = await startPostgres()
  try {
    const [then, now] = [
      await startFilled(await postgres.empty('then'), resolve(folder)),
      await startFilled(await postgres.empty('now'), process.cwd()),
    ]
    const table = new Table(['page, never seen', 'ms then', 'ms now', 'ratio', 'goal'])
    for (const name of Object.keys(now.paths)) {
      const used: [then: number, now: number][] = []
      for (let round = 0; round <= (quick ? 1 : ROUNDS); round++) {
        progress(`${name}, round ${round}`)
        const took: [number, number] = [await msOf(then, name), await msOf(now, name)]
        if (round > 0) used.push(took) // the first round warms up
      }
      const [before, after] = [median(used.map(([ms]) => ms)), median(used.map(([, ms]) => ms))]
      table.add(name, format(before), format(after), format(median(used.map(([a, b]) => b / a))), '0.8')
    }
    process.stdout.write(`${table.print('website: processor time of the server for a page', markdown)}\n`)
  } finally {
    await postgres.close()
  }
}

/** Returns the processor time of the server for one of its pages, in milliseconds, as the mean of many. */
async function msOf({ server, paths }: Filled, name: string): Promise<number> {
  const before = cpuSeconds(server.pid)
  for (let page = 0; page < PAGES; page++) {
    const headers = { accept: 'text/html', 'accept-encoding': 'gzip' }
    const answer = await fetch(server.url + (paths[name]?.() ?? '/'), { headers })
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
    await answer.arrayBuffer()
  }
  return ((cpuSeconds(server.pid) - before) / PAGES) * 1_000
}

interface Filled {
  server: Server
  /** Paths by the name of the page. */
  paths: Record<string, () => string>
}

/** Starts the version in a folder on an empty database, without a cache of responses, and uploads lists. */
async function startFilled(database: string, folder: string): Promise<Filled> {
  progress(`filling ${folder}`)
  const environment = { ...process.env, DATABASE_URL: database }
  execFileSync(process.execPath, [join(folder, 'dist/cli.js'), 'migrate'], { env: environment, stdio: 'ignore' })
  const server = await startCatalog(database, { CACHE_BYTES: '0' }, folder)
  const slugs: string[] = []
  for (let variant = 0; variant < VARIANTS; variant++) {
    slugs.push(await upload(server, `Large ${variant}`, profileFiles(MODS, variant)))
  }
  const [before, after] = changedPair()
  const pair = `${await upload(server, 'Before', before)}/${await upload(server, 'After', after)}`
  let visit = 0
  const next = () => slugs[++visit % VARIANTS] ?? ''
  const paths = {
    home: () => '/',
    lists: () => `/lists?page=1&visit=${++visit}`,
    'list of 4,000 mods': () => `/lists/${next()}`,
    'comparison, 40 changes': () => `/compare/${next()}/${slugs[(visit + 1) % VARIANTS]}`,
    'comparison, 4,000 changes': () => `/compare/${pair}`,
    history: () => `/lists/${next()}/history`,
  }
  return { server, paths }
}
