import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { residentBytes } from '../../test/support/processes/memory.ts'
import { startPostgres } from '../support/postgres.ts'
import { type Server, startCatalog } from '../support/processes.ts'
import { type BenchOptions, format, median, progress, Table } from '../support/report.ts'

/** Resolution of the event loop delay histogram, which it reports even without a delay. */
const RESOLUTION_MS = 10

const PROBE_MS = 5

/** Reads a response as fast as it arrives, in a separate process, so that this one can measure undisturbed. */
const READER = `
  const start = performance.now()
  require('http').get(process.argv[1], (response) => {
    let first = 0
    let bytes = 0
    response.on('data', (chunk) => { first ||= performance.now() - start; bytes += chunk.length })
    response.on('end', () => console.log(JSON.stringify({ first, bytes, all: performance.now() - start })))
  })`

interface Reading {
  first: number
  bytes: number
  all: number
}

/** Measures responses with all lists: their memory, and how long other requests wait meanwhile. */
export async function benchStreams({ quick, markdown }: BenchOptions): Promise<void> {
  const lists = quick ? 20_000 : 1_000_000
  const postgres = await startPostgres()
  const database = await postgres.database({ lists, bytes: [200], variants: 10 })
  const catalog = await startCatalog(database)
  try {
    const headings = ['path', 'MB', 'MB/s', 'first byte ms', 'memory +MB', 'loop held ms', '/healthz 99th ms', 'max ms']
    const table = new Table(headings)
    const idle = await probing(catalog, () => new Promise((resolve) => setTimeout(resolve, 2_000)))
    table.add('nothing', '', '', '', '', format(idle.held, 1), format(idle.p99, 1), format(idle.max, 1))
    for (const path of [
      '/v1/lists?page[size]=all',
      '/v1/lists?page[size]=all&sort=updated',
      '/v1/lists?page[size]=all&filter[author]=Author%2040',
      '/v1/games/1',
    ]) {
      const before = residentBytes(catalog.pid)
      const { result, memory, held, p99, max } = await probing(catalog, () => read(catalog.url + path))
      table.add(
        path,
        format(result.bytes / 1e6),
        format(result.bytes / 1e3 / result.all),
        format(result.first, 0),
        format((memory - before) / 2 ** 20, 0),
        format(held, 1),
        format(p99, 1),
        format(max, 1),
      )
    }
    table.add('goal', '', '', '100', '50', '20', '', '')
    process.stdout.write(`${table.print(`streams of ${lists.toLocaleString('en')} lists`, markdown)}\n`)
  } finally {
    await postgres.close()
  }
}

async function read(url: string): Promise<Reading> {
  progress(url)
  const child = spawn(process.execPath, ['-e', READER, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  await once(child, 'close')
  return JSON.parse(text)
}

/** Runs `work`, and measures small requests and the memory meanwhile. */
async function probing<T>(catalog: Server, work: () => Promise<T>) {
  await heldMs(catalog) // resets the maximum
  let isDone = false
  let memory = 0
  const taken: number[] = []
  const result = work().finally(() => {
    isDone = true
  })
  while (!isDone) {
    const start = performance.now()
    await (await fetch(`${catalog.url}/healthz`)).arrayBuffer()
    taken.push(performance.now() - start)
    memory = Math.max(memory, residentBytes(catalog.pid))
    await new Promise((resolve) => setTimeout(resolve, PROBE_MS))
  }
  const sorted = taken.toSorted((a, b) => a - b)
  return {
    result: await result,
    memory,
    held: await heldMs(catalog),
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? median(sorted),
    max: sorted.at(-1) ?? 0,
  }
}

/** Returns the longest event loop delay since the last call, in milliseconds. */
async function heldMs(catalog: Server): Promise<number> {
  const text = await (await fetch(`${catalog.url}/metrics`)).text()
  return Math.max(0, Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? 0) * 1_000 - RESOLUTION_MS)
}
