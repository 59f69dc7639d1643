import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { unifiedDiff } from '../../src/diff/unified-diff.ts'
import { type Case, realCases, worstCases } from './cases.ts'
import { sampleCases } from './samples.ts'

const RUNS = 7
/** Time after which the plain `diff` package is stopped, because it takes minutes on the worst cases. */
const PLAIN_MS = 3000

interface Row {
  case: string
  'engine ms': string
  'CPU ms': string
  'GNU diff ms': string
  'of GNU': string
  'diff 9 ms': string
  'of diff 9': string
  'changed lines': string
  'GNU changed': string
  'of GNU changed': string
  applies: string
}

/** Measures our engine, the plain `diff` package and GNU diff in turn, on the same texts in one run. */
export async function benchCompare({ markdown }: { markdown: boolean }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-compare-'))
  try {
    const cases = [...busiestSamples(), ...realCases(), ...worstCases()]
    for (const warmUp of realCases().slice(0, 6)) runEngine(warmUp)
    const rows = cases.map((each) => {
      if (!markdown) console.error(each.name)
      return measure(each, folder)
    })
    if (markdown) console.log(markdownTable(rows))
    else console.table(Object.fromEntries(rows.map(({ case: name, ...figures }) => [name, figures])))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the pair with the most text for each file of the real profiles. */
function busiestSamples(): Case[] {
  const largest = new Map<string, Case>()
  for (const sample of sampleCases()) {
    const file = sample.name.split(':')[0] ?? ''
    const known = largest.get(file)
    if (!known || sizeOf(known) < sizeOf(sample)) largest.set(file, sample)
  }
  return [...largest.values()]
}

const sizeOf = ({ before, after }: Case) => before.length + after.length

function measure(each: Case, folder: string): Row {
  writeFileSync(join(folder, 'before'), each.before)
  writeFileSync(join(folder, 'after'), each.after)
  const times = { engine: [] as number[], cpu: [] as number[], gnu: [] as number[], plain: [] as number[] }
  let patch = ''
  let gnu = ''
  let plainGaveUp = false

  for (let run = 0; run < RUNS; run++) {
    const before = process.cpuUsage()
    times.engine.push(
      time(() => {
        patch = runEngine(each)
      }),
    )
    const { user, system } = process.cpuUsage(before)
    times.cpu.push((user + system) / 1000)
    // GNU diff is very slow on the worst cases, for which one run is enough.
    if (median(times.gnu) < 2000)
      times.gnu.push(
        time(() => {
          gnu = spawnSync('diff', ['-u', 'before', 'after'], {
            cwd: folder,
            maxBuffer: 2 ** 28,
            encoding: 'utf8',
          }).stdout
        }),
      )
    if (!plainGaveUp && median(times.plain) < 2000)
      times.plain.push(
        time(() => {
          plainGaveUp =
            createTwoFilesPatch('f', 'f', each.before, each.after, '', '', { context: 3, timeout: PLAIN_MS }) ===
            undefined
        }),
      )
  }

  const [ours, theirs, plain] = [median(times.engine), median(times.gnu), median(times.plain)]
  const [changed, gnuChanged] = [countChanges(patch), countChanges(gnu)]
  return {
    case: each.name,
    'engine ms': figure(ours),
    'CPU ms': figure(median(times.cpu)),
    'GNU diff ms': figure(theirs),
    'of GNU': figure(ours / theirs),
    'diff 9 ms': plainGaveUp ? `over ${PLAIN_MS.toLocaleString('en')}` : figure(plain),
    'of diff 9': plainGaveUp ? `under ${figure(ours / PLAIN_MS)}` : figure(ours / plain),
    'changed lines': changed.toLocaleString('en'),
    'GNU changed': gnuChanged.toLocaleString('en'),
    'of GNU changed': gnuChanged === 0 ? '1' : (changed / gnuChanged).toFixed(3),
    applies: applies(patch, folder) === each.after ? 'yes' : 'NO',
  }
}

const runEngine = ({ before, after }: Case) => unifiedDiff('before', before, after)

function applies(diff: string, folder: string): string {
  if (diff.length > 0) spawnSync('patch', ['-s', '-p0', '--fuzz=0'], { cwd: folder, input: diff })
  return readFileSync(join(folder, 'before'), 'utf8')
}

function time(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** Returns the median, or 0 if nothing was measured yet. */
const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

const countChanges = (diff: string) =>
  diff
    .split('\n')
    .slice(2)
    .filter((line) => /^[-+]/.test(line)).length

const figure = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2))

function markdownTable(rows: readonly Row[]): string {
  const [first] = rows
  if (!first) return ''
  const titles = Object.keys(first)
  const lines = [
    titles,
    titles.map((_, column) => (column === 0 ? '---' : '---:')),
    ...rows.map((row) => Object.values(row)),
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
