import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type fillDatabase, slugs } from '../support/data.ts'
import { drive, type Round, type Subject } from '../support/drive.ts'
import { startPostgres } from '../support/postgres.ts'
import { type Server, startCatalog } from '../support/processes.ts'
import { type BenchOptions, format, median, progress, Table } from '../support/report.ts'
import { uploads } from './upload.ts'

/** The goals for the rate of this version, of that of the other one. */
const GOALS: Record<string, string> = {
  'page, seen before': '0.95',
  'list, seen before': '0.95',
  'page, never seen': '0.9',
  'list, never seen': '0.9',
  'upload, new content': '0.5',
  'upload, known content': '0.4',
}

/** Measures requests to another version, which `before` has, built, and to this one, in turns. */
export async function benchRates({ quick, markdown, before }: BenchOptions): Promise<void> {
  if (before === undefined) return progress('The bench rates compares with another version: name it with --before.')
  const postgres = await startPostgres()
  try {
    const lists = quick ? 500 : 20_000
    const [then, now] = [
      await subjectsOf(await postgres.empty('then'), resolve(before), lists),
      await subjectsOf(await postgres.empty('now'), process.cwd(), lists),
    ]
    const options = { rounds: quick ? 1 : 7, seconds: quick ? 1 : 3, connections: 16, postgres: postgres.pid }
    const inTurns = Object.keys(GOALS).flatMap((name) => [
      { ...(then[name] as Subject), name: `${name}, then` },
      { ...(now[name] as Subject), name },
    ])
    const results = await drive(inTurns, options)
    const table = new Table([
      'request',
      'rate then',
      'rate now',
      'ratio',
      'goal',
      'server us',
      'ratio',
      'PostgreSQL us',
      'ratio',
    ])
    for (const [name, goal] of Object.entries(GOALS)) {
      const [a, b] = [results.get(`${name}, then`) ?? [], results.get(name) ?? []]
      const of = (rounds: Round[], field: keyof Round) => median(rounds.map((round) => round[field]))
      const ratio = (field: keyof Round) =>
        format(median(b.map((round, at) => round[field] / (a[at]?.[field] ?? Number.NaN))))
      table.add(
        name,
        format(of(a, 'rate')),
        format(of(b, 'rate')),
        ratio('rate'),
        goal,
        format(of(b, 'server'), 0),
        ratio('server'),
        format(of(b, 'postgres'), 0),
        ratio('postgres'),
      )
    }
    process.stdout.write(`${table.print('rates: this version and another in turns', markdown)}\n`)
  } finally {
    await postgres.close()
  }
}

/** Starts the version in a folder on an empty database and fills it. Returns its requests by name. */
async function subjectsOf(database: string, folder: string, lists: number): Promise<Record<string, Subject>> {
  progress(`filling ${folder}`)
  const environment = { ...process.env, DATABASE_URL: database }
  execFileSync(process.execPath, [join(folder, 'dist/cli.js'), 'migrate'], { env: environment, stdio: 'ignore' })
  // The other version fills its own tables.
  const data = (await import(pathToFileURL(join(folder, 'bench/support/data.ts')).href)) as {
    fillDatabase: typeof fillDatabase
  }
  await data.fillDatabase(database, { lists, bytes: [120_000, 80_000, 40_000, 20_000, 5_000], variants: 10 })
  const server: Server = await startCatalog(database, {}, folder)
  const { changed, known } = uploads()
  let visit = 0
  const slug = slugs(lists)
  return {
    'page, seen before': { name: '', server, path: '/v1/lists' },
    'list, seen before': { name: '', server, path: '/v1/lists/list-1' },
    'page, never seen': { name: '', server, path: () => `/v1/lists?page[size]=${28 + (++visit % 5)}&visit=${visit}` },
    'list, never seen': { name: '', server, path: () => `/v1/lists/${slug()}` },
    'upload, new content': { name: '', server, path: '/v1/lists', status: 201, body: changed },
    'upload, known content': {
      name: '',
      server,
      path: '/v1/lists',
      status: 201,
      body: known,
    },
  }
}
