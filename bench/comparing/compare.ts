import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { unifiedDiff } from '../../src/diff/unified-diff.ts'
import { type BenchOptions, format, median, progress, Table } from '../support/report.ts'
import { type Case, realCases, worstCases } from './cases.ts'
import { timed } from './changes.ts'
import { sampleCases } from './samples.ts'

const RUNS = 7
/** Time after which the plain `diff` package is stopped, because it takes minutes on the worst cases. */
const PLAIN_MS = 3000
/** Time above which a program is not run again. */
const SLOW_MS = 2000

/** Measures our engine, the plain `diff` package and GNU diff in turn, on the same texts in one run. */
export async function benchCompare({ markdown }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-compare-'))
  const table = new Table([
    ...['case', 'engine ms', 'CPU ms', 'GNU diff ms', 'of GNU', 'diff 9 ms', 'of diff 9'],
    ...['changed lines', 'GNU changed', 'of GNU changed', 'applies'],
  ])
  try {
    for (const warmUp of realCases().slice(0, 6)) runEngine(warmUp)
    for (const each of [...busiestSamples(), ...realCases(), ...worstCases()]) {
      progress(each.name)
      table.add(each.name, ...measure(each, folder))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  process.stdout.write(`${table.print('compare', markdown)}\n`)
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

function measure(each: Case, folder: string): string[] {
  writeFileSync(join(folder, 'before'), each.before)
  writeFileSync(join(folder, 'after'), each.after)
  const times: Record<'engine' | 'cpu' | 'gnu' | 'plain', number[]> = { engine: [], cpu: [], gnu: [], plain: [] }
  let patch = ''
  let gnu = ''
  let plainGaveUp = false

  for (let run = 0; run < RUNS; run++) {
    const before = process.cpuUsage()
    const engine = timed(() => runEngine(each))
    const { user, system } = process.cpuUsage(before)
    times.engine.push(engine.took)
    times.cpu.push((user + system) / 1000)
    patch = engine.result
    // GNU diff and `diff` 9 are very slow on the worst cases, for which one run is enough.
    if (median(times.gnu) < SLOW_MS) {
      const { took, result } = timed(() => gnuDiff(folder))
      times.gnu.push(took)
      gnu = result
    }
    if (!plainGaveUp && median(times.plain) < SLOW_MS) {
      const { took, result } = timed(() => plainDiff(each))
      times.plain.push(took)
      plainGaveUp = result === undefined
    }
  }

  const [ours, theirs, plain] = [median(times.engine), median(times.gnu), median(times.plain)]
  const [changed, gnuChanged] = [countChanges(patch), countChanges(gnu)]
  return [
    ...[ours, median(times.cpu), theirs, ours / theirs].map((value) => format(value)),
    plainGaveUp ? `over ${format(PLAIN_MS, 0)}` : format(plain),
    plainGaveUp ? `under ${format(ours / PLAIN_MS, 4)}` : format(ours / plain, 4),
    format(changed, 0),
    format(gnuChanged, 0),
    gnuChanged === 0 ? '1' : format(changed / gnuChanged, 3),
    applies(patch, folder) === each.after ? 'yes' : 'NO',
  ]
}

const runEngine = ({ before, after }: Case) => unifiedDiff('before', before, after)

const gnuDiff = (folder: string) =>
  spawnSync('diff', ['-u', 'before', 'after'], { cwd: folder, maxBuffer: 2 ** 28, encoding: 'utf8' }).stdout

/** Returns the patch of the `diff` package; undefined if it was stopped. */
const plainDiff = ({ before, after }: Case) =>
  createTwoFilesPatch('f', 'f', before, after, '', '', { context: 3, timeout: PLAIN_MS })

function applies(diff: string, folder: string): string {
  if (diff.length > 0) spawnSync('patch', ['-s', '-p0', '--fuzz=0'], { cwd: folder, input: diff })
  return readFileSync(join(folder, 'before'), 'utf8')
}

const countChanges = (diff: string) =>
  diff
    .split('\n')
    .slice(2)
    .filter((line) => /^[-+]/.test(line)).length
