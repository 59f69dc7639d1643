import { downloadInProcess, pollInProcess } from '../../test/support/processes/http-clients.ts'
import { residentBytes } from '../../test/support/processes/memory.ts'
import { startPostgres } from '../support/postgres.ts'
import { cpuSeconds, type Server, startCatalog } from '../support/processes.ts'
import { type BenchOptions, format, median, progress, Table } from '../support/report.ts'
import { seeded } from '../support/texts.ts'

const COMPARES = 8
/** Number of comparisons before the measurement, one after another, which warm up the workers. */
const WARMING = 2
const ALONE = 3
const FILES = 32
/** Bytes of the files of a list: the largest upload, less the heads of its parts. */
const LIST_BYTES = 2 ** 23 - 2 ** 14

/** Measures eight comparisons of the largest lists at once, and how long `GET /v1/games` takes meanwhile. */
export async function benchCrowd({ quick, markdown }: BenchOptions): Promise<void> {
  const postgres = await startPostgres()
  const catalog = await startCatalog(await postgres.database({ lists: 100, bytes: [200], variants: 10 }))
  const table = new Table([
    'files of lines',
    'alone: s',
    'CPU ms',
    'comparisons',
    'MiB of diffs',
    's in all',
    'CPU ms of each',
    'games: answers',
    'median ms',
    '99th ms',
    'longest ms',
    'MB',
  ])
  try {
    const kinds = { 'a or b': 2, 'a to h': 8, 'a to z': 26 }
    for (const [kind, letters] of Object.entries(kinds)) {
      const random = seeded(letters)
      const bytes = quick ? 2 ** 19 : LIST_BYTES
      const pairs: string[] = []
      for (let pair = 0; pair < WARMING + ALONE + COMPARES; pair++) {
        progress(`uploading ${kind}: ${pair} of ${WARMING + ALONE + COMPARES}`)
        const slugs = [await upload(catalog, bytes, letters, random), await upload(catalog, bytes, letters, random)]
        pairs.push(slugs.join('/'))
      }
      for (const pair of pairs.splice(0, WARMING)) await compare(catalog, [pair])
      const alone: Compared[] = []
      for (const pair of pairs.splice(0, ALONE)) alone.push(await compare(catalog, [pair]))
      const of = (figure: keyof Compared) => median(alone.map((compared) => compared[figure]))
      table.add(kind, format(of('elapsed') / 1000), format(of('cpu'), 0), ...(await crowd(catalog, pairs)))
    }
    process.stdout.write(`${table.print('crowd', markdown)}\n`)
  } finally {
    await catalog.stop()
    await postgres.close()
  }
}

interface Compared {
  /** Milliseconds until the last response had arrived. */
  elapsed: number
  /** Processor time of the server, in milliseconds. */
  cpu: number
  /** Bytes received. */
  bytes: number
}

/** Compares all pairs at once. */
async function compare(catalog: Server, pairs: readonly string[]): Promise<Compared> {
  const before = cpuSeconds(catalog.pid)
  const addresses = pairs.map((pair) => `${catalog.url}/v1/compare/${pair}`)
  const read = await downloadInProcess(addresses)
  return { ...read, cpu: (cpuSeconds(catalog.pid) - before) * 1000 }
}

async function crowd(catalog: Server, pairs: readonly string[]): Promise<string[]> {
  const stopPolling = pollInProcess(`${catalog.url}/v1/games`)
  await downloadInProcess([`${catalog.url}/v1/games`]) // by now the other process sends requests
  progress('comparing')
  const { elapsed, cpu, bytes } = await compare(catalog, pairs)
  const times = (await stopPolling()).slice(1) // without the first, which includes the process's start
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => format(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0)
  return [
    String(pairs.length),
    format(bytes / 2 ** 20, 0),
    format(elapsed / 1000),
    format(cpu / pairs.length, 0),
    String(times.length),
    at(0.5),
    at(0.99),
    at(1),
    format(residentBytes(catalog.pid) / 2 ** 20, 0),
  ]
}

/** Uploads a list of files with one letter in each line, which are slow to compare. Returns its slug. */
async function upload(
  catalog: Server,
  bytes: number,
  letters: number,
  random: (below: number) => number,
): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: 'Crowd', game: '4', description: 'Slow to compare' })) {
    form.set(name, value)
  }
  for (let file = 0; file < FILES; file++) {
    const content = Buffer.alloc(Math.floor(bytes / FILES), '\n')
    for (let at = 0; at < content.length; at += 2) content[at] = 97 + random(letters)
    form.append('files[]', new Blob([content]), `${file}.txt`)
  }
  const answer = await fetch(`${catalog.url}/v1/lists`, { method: 'POST', body: form })
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: { slug: string } }).data.slug
}
