import { createHash } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createDiffer } from '../src/compare/differ.ts'
import { seeded } from './texts.ts'

const COMPARES = 8
const FILES = 32
const LIST_BYTES = 2 ** 23

/** Eight compares at once of lists as large as can be uploaded: what each costs, and how long the event loop waits. */
export async function benchCrowd({ markdown }: { markdown: boolean }): Promise<void> {
  const random = seeded(3)
  const differ = createDiffer({ cacheBytes: 2 ** 26, maxQueue: COMPARES })
  const lists = Array.from({ length: COMPARES }, () => [list(random), list(random)] as const)
  await differ.diffs([file('warm', 'a')], [file('warm', 'b')], load)

  const delay = monitorEventLoopDelay({ resolution: 1 })
  const cpu = process.cpuUsage()
  const start = performance.now()
  delay.enable()
  const diffs = await Promise.all(lists.map(([before, after]) => differ.diffs(before, after, load)))
  delay.disable()
  const elapsed = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  await differ.close()

  const figures = {
    compares: COMPARES,
    'MiB of diffs': Math.round(diffs.flat().reduce((sum, diff) => sum + diff.length, 0) / 2 ** 20),
    'ms in all': Math.round(elapsed),
    'CPU ms of each': Math.round((user + system) / 1000 / COMPARES),
    'loop delay, median ms': (delay.percentile(50) / 1e6).toFixed(1),
    'p99 ms': (delay.percentile(99) / 1e6).toFixed(1),
    'max ms': (delay.max / 1e6).toFixed(1),
  }
  if (markdown) {
    console.log(
      `| ${Object.keys(figures).join(' | ')} |\n|${' ---: |'.repeat(7)}\n| ${Object.values(figures).join(' | ')} |`,
    )
  } else console.table(figures)
}

interface File {
  cleanName: string
  hash: string
  bytes: number
  content: Buffer
}

/** Files of lines a to h, which take long, as many and as large as an upload may have. */
function list(random: (below: number) => number): File[] {
  return Array.from({ length: FILES }, (_, at) => {
    const content = Buffer.alloc(LIST_BYTES / FILES, '\n')
    for (let position = 0; position < content.length; position += 2) content[position] = 97 + random(8)
    return file(`${at}.txt`, content)
  })
}

const file = (cleanName: string, content: string | Buffer): File => ({
  cleanName,
  hash: createHash('sha256').update(content).digest('hex'),
  bytes: Buffer.byteLength(content),
  content: Buffer.from(content),
})

const load = async ({ content }: File) => content
