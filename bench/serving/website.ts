import { gzipSync } from 'node:zlib'
import { addRates, drive, ratesTable, type Subject } from '../support/drive.ts'
import { startPostgres } from '../support/postgres.ts'
import { type Server, startCatalog } from '../support/processes.ts'
import { type BenchOptions, format, Table } from '../support/report.ts'
import { modList, scatterEdits, seeded, textOf } from '../support/texts.ts'

const MODS = 4_000
const PLUGINS = 1_500

/**
 * The pages of a list, a comparison and the collection beside their JSON: seen before, and never seen, each request for
 * another one of lists of 4,000 mods. Then how many bytes they take.
 */
export async function benchWebsite({ quick, markdown }: BenchOptions): Promise<void> {
  const postgres = await startPostgres()
  const lists = quick ? 2_000 : 20_000
  const database = await postgres.database({ lists, bytes: [200], variants: 10 })
  const kept = await startCatalog(database)
  const unkept = await startCatalog(database, { CACHE_BYTES: '0' })
  try {
    const variants = quick ? 6 : 40
    const slugs: string[] = []
    for (let variant = 0; variant < variants; variant++) slugs.push(await upload(kept, variant))
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
    const subjects = kinds.flatMap(([name, seen, unseen]): Subject[] => [
      { name: `${name}, JSON`, server: kept, path: `/v1${seen}`, headers },
      { name: `${name}, page`, server: kept, path: seen, headers },
      { name: `${name}, JSON, never seen`, server: unkept, path: () => `/v1${unseen()}`, headers },
      { name: `${name}, page, never seen`, server: unkept, path: unseen, headers },
    ])
    const options = { rounds: quick ? 1 : 5, seconds: quick ? 1 : 3, connections: 8, postgres: postgres.pid }
    const table = ratesTable()
    addRates(
      table,
      await drive(subjects, options),
      Object.fromEntries(kinds.map(([name]) => [`${name}, page`, [`${name}, JSON`, '1'] as [string, string]])),
    )
    process.stdout.write(`${table.print('website', markdown)}\n`)

    const sizes = new Table(['page', 'bytes', 'gzip', 'gzip of its JSON', 'ratio', 'goal'])
    for (const [name, path] of kinds) {
      const [page, json] = await Promise.all([bytesAt(kept, path), bytesAt(kept, `/v1${path}`)])
      const [small, smallJson] = [gzipSync(page).length, gzipSync(json).length]
      const sized = [page.length, small, smallJson].map((bytes) => format(bytes, 0))
      sizes.add(name, ...sized, format(small / smallJson), name === 'list' ? '1.5' : '')
    }
    process.stdout.write(`${sizes.print('website: bytes', markdown)}\n`)
  } finally {
    await Promise.all([kept.stop(), unkept.stop()])
    await postgres.close()
  }
}

async function upload({ url }: Server, variant: number): Promise<string> {
  const mods = modList(MODS, seeded(1))
  const plugins = modList(PLUGINS, seeded(2)).map((line) => `${line.slice(1).replaceAll(' ', '')}.esp`)
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: `Large ${variant}`, game: '4', description: '' })) {
    form.append(name, value)
  }
  const files = {
    'modlist.txt': scatterEdits(mods, 20, seeded(variant + 3)),
    'plugins.txt': plugins.map((plugin) => `*${plugin}`),
    'loadorder.txt': plugins,
  }
  for (const [name, lines] of Object.entries(files)) form.append('files[]', new Blob([textOf(lines)]), name)
  const answer = await fetch(`${url}/v1/lists`, { method: 'POST', body: form })
  const { data } = (await answer.json()) as { data: { slug: string } }
  return data.slug
}

async function bytesAt({ url }: Server, path: string): Promise<Buffer> {
  const answer = await fetch(url + path, { headers: { accept: 'text/html' } })
  return Buffer.from(await answer.arrayBuffer())
}
