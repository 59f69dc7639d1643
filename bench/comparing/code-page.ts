import iconv from 'iconv-lite'
import { pluginsEncoding } from '../../src/load-order/reading/stored-profile.ts'
import { CODE_PAGES } from '../../src/text/code-pages.ts'
import { type BenchOptions, format, median, Table } from '../support/report.ts'

const LINES = 4_000
const RUNS = 20

/** A letter of each code page, which the pages before it lack or have at another byte. */
const LETTERS = 'éłЯΨığşאعķđดアァ汉한繁'

/** Measures how long the choice of a code page takes, for a plugins.txt of which each line has letters of that page. */
export async function benchCodePage({ quick, markdown }: BenchOptions): Promise<void> {
  const table = new Table(['page', 'chosen', 'CPU ms', 'ms'])
  for (const page of CODE_PAGES) table.add(page, ...measure(page, quick ? 1 : RUNS))
  process.stdout.write(`${table.print('code-page', markdown)}\n`)
}

function measure(page: (typeof CODE_PAGES)[number], runs: number): string[] {
  const letters = [...LETTERS].filter((letter) => iconv.decode(iconv.encode(letter, page), page) === letter).join('')
  const names = Array.from({ length: LINES }, (_, at) => `Plugin ${letters} ${at}.esp`)
  const plugins = iconv.encode(names.map((name) => `*${name}\r\n`).join(''), page)
  const loadorder = Buffer.from(names.join('\r\n'))
  const chosen = pluginsEncoding(plugins, loadorder) // loads the tables
  const times = Array.from({ length: runs }, () => {
    const [cpu, start] = [process.cpuUsage(), performance.now()]
    pluginsEncoding(plugins, loadorder)
    const { user, system } = process.cpuUsage(cpu)
    return { cpu: (user + system) / 1000, ms: performance.now() - start }
  })
  return [chosen, format(median(times.map(({ cpu }) => cpu))), format(median(times.map(({ ms }) => ms)))]
}
