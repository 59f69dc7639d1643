import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { addRates, drive, ratesTable, type Subject } from '../../support/drive.ts'
import { startPostgres } from '../../support/postgres.ts'
import { type Server, startCatalog } from '../../support/processes.ts'
import { type BenchOptions, format, median, progress, Table } from '../../support/report.ts'
import { profileFiles } from '../../support/texts.ts'
import { benchBefore } from './before.ts'
import { benchLongTasks } from './long-tasks.ts'
import { changedPair, upload } from './subjects.ts'

const MODS = 4_000

/** Number of mods whose compressed JSON is as large as the compressed page of MODS. */
const MODS_OF_SIZE = 5_200

const FIRST_PAGE = fileURLToPath(new URL('./first-page.ts', import.meta.url))

/**
 * Measures the first pages of a process. Then measures the pages of a list, a comparison and the collection against
 * their JSON, cached and not cached: rates, sizes, and how long the page of a list keeps a slow browser busy.
 */
export async function benchWebsite(options: BenchOptions): Promise<void> {
  await benchFirstPages(options)
  await benchPages(options)
  if (options.before !== undefined) await benchBefore(options, options.before)
}

async function benchPages({ quick, markdown }: BenchOptions): Promise<void> {
  const postgres = await startPostgres()
  const lists = quick ? 2_000 : 20_000
  const database = await postgres.database({ lists, bytes: [200], variants: 10 })
  const kept = await startCatalog(database)
  const unkept = await startCatalog(database, { CACHE_BYTES: '0' })
  try {
    const variants = quick ? 6 : 40
    const slugs: string[] = []
    for (let variant = 0; variant < variants; variant++) {
      slugs.push(await upload(kept, `Large ${variant}`, profileFiles(MODS, variant)))
    }
    const ofSize = await upload(kept, 'Of the size of a page', profileFiles(MODS_OF_SIZE, 0))
    const [first = '', second = ''] = slugs

    let visit = 0
    const next = () => slugs[++visit % variants] ?? first
    const nextPair = () => `${next()}/${slugs[(visit + 1) % variants]}`
    const nextPage = (name: string) => () => `?${name}=${1 + (++visit % Math.floor(lists / 40))}`
    const kinds = [
      ['list', `/lists/${first}`, () => `/lists/${next()}`],
      ['comparison', `/compare/${first}/${second}`, () => `/compare/${nextPair()}`],
      ['collection', '/lists', () => `/lists${nextPage('page')()}`],
    ] as const
    const headers = { accept: 'text/html', 'accept-encoding': 'gzip' }
    const sized: Subject = { name: 'list, JSON of as many bytes', server: kept, path: `/v1/lists/${ofSize}`, headers }
    const subjects = kinds.flatMap(([name, seen, unseen]): Subject[] => [
      { name: `${name}, JSON`, server: kept, path: `/v1${seen}`, headers },
      { name: `${name}, page`, server: kept, path: seen, headers },
      { name: `${name}, JSON, never seen`, server: unkept, path: () => `/v1${unseen()}`, headers },
      { name: `${name}, page, never seen`, server: unkept, path: unseen, headers },
    ])
    const options = { rounds: quick ? 1 : 5, seconds: quick ? 1 : 2, connections: 8, postgres: postgres.pid }
    const table = ratesTable()
    addRates(table, await drive([sized, ...subjects], options), {
      'list, page': [sized.name, '1'],
      'comparison, page': ['comparison, JSON', '1'],
      'collection, page': ['collection, JSON', '1'],
    })
    process.stdout.write(`${table.print('website', markdown)}\n`)

    const [before, after] = changedPair()
    const pair = `${await upload(kept, 'Before', before)}/${await upload(kept, 'After', after)}`
    const sizes = new Table(['page', 'bytes', 'gzip', 'gzip of its JSON', 'ratio', 'goal'])
    const sizedPaths = [
      ...kinds.map(([name, path]) => [name, path, `/v1${path}`] as const),
      ['4,000 changes', `/compare/${pair}`, `/v1/compare/${pair}/changes`] as const,
      ['4,000 changes, 1,000 of all rows', `/compare/${pair}?all=2`, `/v1/compare/${pair}/changes`] as const,
    ]
    for (const [name, path, jsonPath] of sizedPaths) {
      const [page, json] = await Promise.all([bytesAt(kept, path), bytesAt(kept, jsonPath)])
      const [small, smallJson] = [gzipSync(page).length, gzipSync(json).length]
      const counted = [page.length, small, smallJson].map((bytes) => format(bytes, 0))
      sizes.add(name, ...counted, format(small / smallJson), name === 'collection' ? '' : '1.5')
    }
    process.stdout.write(`${sizes.print('website: bytes', markdown)}\n`)
    const ofPair = [before, after].flatMap((files) => Object.values(files).flat())
    await benchLongTasks({ quick, markdown }, kept, {
      list: [`/lists/${first}`, profileFiles(MODS, 0)['modlist.txt'] ?? []],
      '4,000 changes': [`/compare/${pair}`, ofPair],
      '4,000 changes, 1,000 of all rows': [`/compare/${pair}?all=2`, ofPair],
    })
  } finally {
    await postgres.close()
  }
}

async function bytesAt({ url }: Server, path: string): Promise<Buffer> {
  const answer = await fetch(url + path, { headers: { accept: 'text/html' } })
  return Buffer.from(await answer.arrayBuffer())
}

/** Measures how long new processes take to render their first pages. */
async function benchFirstPages({ quick, markdown }: BenchOptions): Promise<void> {
  const table = new Table(['page of a process', 'first', 'second', 'fifth'])
  const runs: number[][] = []
  for (let run = 0; run < (quick ? 1 : 9); run++) {
    progress(`first pages of a process: ${run + 1}`)
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', FIRST_PAGE])
    runs.push(JSON.parse(stdout) as number[])
  }
  const of = (page: number) => format(median(runs.map((run) => run[page] ?? Number.NaN)))
  table.add('processor ms to render', of(0), of(1), of(4))
  process.stdout.write(`${table.print('website: the first pages of a process, of 4,000 mods', markdown)}\n`)
}
