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

/** How long a round uses the processor, in seconds. Clocks count hundredths of a second. */
const SECONDS = 0.5

/** Revisions of the list whose history is long. */
const REVISIONS = 5

/**
 * Measures the processor time of pages that are not cached against those of another version, in turns: that of the server,
 * and that of PostgreSQL. `folder` has that version, built.
 */
export async function benchBefore({ quick, markdown }: BenchOptions, folder: string): Promise<void> {
  const postgres = await startPostgres()
  try {
    const [then, now] = [
      await startFilled(await postgres.empty('then'), resolve(folder)),
      await startFilled(await postgres.empty('now'), process.cwd()),
    ]
    const msOf = ({ server, paths }: Filled, name: string) =>
      msOfPage(server, postgres.pid, () => paths[name]?.() ?? '/')
    const names = Object.keys(now.paths)
    for (const name of names) for (const version of [then, now]) await msOf(version, name)
    for (const { server } of [then, now]) await untilIdle(server)

    const table = new Table([
      'page, never seen',
      'ms then',
      'ms now',
      'ratio',
      'goal',
      'PostgreSQL then',
      'PostgreSQL now',
    ])
    for (const name of names) {
      const used: [then: PageMs, now: PageMs][] = []
      for (let round = 1; round <= (quick ? 1 : ROUNDS); round++) {
        progress(`${name}, round ${round}`)
        used.push([await msOf(then, name), await msOf(now, name)])
      }
      const of = (take: (pair: (typeof used)[number]) => number) => format(median(used.map(take)))
      table.add(
        name,
        of(([{ server }]) => server),
        of(([, { server }]) => server),
        of(([a, b]) => b.server / a.server),
        '0.8',
        of(([{ database }]) => database),
        of(([, { database }]) => database),
      )
    }
    process.stdout.write(`${table.print('website: processor time of a page', markdown)}\n`)
  } finally {
    await postgres.close()
  }
}

/** Processor time of a page, in milliseconds. */
interface PageMs {
  server: number
  database: number
}

/** Returns the processor time of a page, as the mean of so many that clocks are exact. */
async function msOfPage(server: Server, postgres: number, path: () => string): Promise<PageMs> {
  const before = { server: cpuSeconds(server.pid), database: cpuSeconds(postgres) }
  for (let pages = 1; ; pages++) {
    const headers = { accept: 'text/html', 'accept-encoding': 'gzip' }
    const address = server.url + path()
    const answer = await fetch(address, { headers })
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
    await answer.arrayBuffer()
    const seconds = cpuSeconds(server.pid) - before.server
    if (seconds < SECONDS) continue
    return { server: (seconds / pages) * 1_000, database: ((cpuSeconds(postgres) - before.database) / pages) * 1_000 }
  }
}

/** Waits until a server works no more in the background, such as for the index of mods. */
async function untilIdle({ pid }: Server): Promise<void> {
  for (let before = -1, now = cpuSeconds(pid); now - before > 0.02; ) {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    ;[before, now] = [now, cpuSeconds(pid)]
  }
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
  const old = await upload(server, 'With a history', before, REVISIONS)
  const pair = `${await upload(server, 'Before', before)}/${await upload(server, 'After', after)}`
  let visit = 0
  const next = () => slugs[++visit % VARIANTS] ?? ''
  const paths = {
    home: () => '/',
    lists: () => `/lists?page=1&visit=${++visit}`,
    'list of 4,000 mods': () => `/lists/${next()}`,
    'comparison, 40 changes': () => `/compare/${next()}/${slugs[(visit + 1) % VARIANTS]}`,
    'comparison, 4,000 changes': () => `/compare/${pair}`,
    history: () => `/lists/${next()}/history?visit=${++visit}`,
    'history of five revisions': () => `/lists/${old}/history?visit=${++visit}`,
  }
  return { server, paths }
}
