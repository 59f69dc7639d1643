import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unifiedDiff } from '../../src/diff/unified-diff.ts'
import { loadOrderChanges } from '../../src/load-order/comparing/changes.ts'
import { readLoadOrder } from '../../src/load-order/reading/read.ts'
import { changesMarkdown } from '../../src/load-order/rendering/markdown.ts'
import { type BenchOptions, format, median, Table } from '../support/report.ts'
import { type Profile, type ProfilePair, realPairs, worstPairs } from './load-orders.ts'

/** Number of runs for each real pair. There are many, because the first runs are slow until the code is compiled. */
const RUNS = 40
/** Size of a pair beyond which GNU diff is not run, because it takes minutes. */
const GNU_BYTES = 2 ** 20

/** Measures changes in a modder's words against unified diffs of the same texts, by our engine and by GNU diff. */
export async function benchChanges({ quick, markdown }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-changes-'))
  const table = new Table([
    'pair',
    'first CPU ms',
    'CPU ms',
    'least',
    'ms',
    'with text ms',
    'diffs ms',
    'of diffs',
    'GNU diff ms',
    'of GNU',
    'JSON KB',
    'diffs KB',
  ])
  try {
    const pairs = [...realPairs(), ...worstPairs(quick ? 2 ** 16 : undefined)]
    for (const pair of pairs) table.add(pair.name, ...measure(pair, folder, quick ? 1 : RUNS))
  } finally {
    rmSync(folder, { recursive: true })
  }
  process.stdout.write(`${table.print('changes', markdown)}\n`)
}

function measure(pair: ProfilePair, folder: string, most: number): string[] {
  const isLarge = sizeOf(pair.before) + sizeOf(pair.after) > GNU_BYTES
  const runs = isLarge ? 1 : most
  const times: Record<'cpu' | 'changes' | 'text' | 'diffs' | 'gnu', number[]> = {
    cpu: [],
    changes: [],
    text: [],
    diffs: [],
    gnu: [],
  }
  const sizes = { json: 0, diffs: 0 }
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage()
    const { took, result } = timed(() => changesOf(pair))
    times.changes.push(took)
    const { user, system } = process.cpuUsage(before)
    times.cpu.push((user + system) / 1000)
    times.text.push(took + timed(() => changesMarkdown(result, ['Before', 'After'])).took)
    const diffs = timed(() => diffsOf(pair))
    times.diffs.push(diffs.took)
    if (!isLarge) times.gnu.push(timed(() => gnuDiffs(pair, folder)).took)
    sizes.json = JSON.stringify(result).length
    sizes.diffs = diffs.result.reduce((sum, diff) => sum + diff.length, 0)
  }
  const [changes, diffs, gnu] = [median(times.changes), median(times.diffs), median(times.gnu)]
  return [
    format(times.cpu[0] ?? 0),
    format(median(times.cpu)),
    format(Math.min(...times.cpu)),
    format(changes),
    format(median(times.text)),
    format(diffs),
    format(changes / diffs),
    isLarge ? '' : format(gnu),
    isLarge ? '' : format(changes / gnu),
    format(sizes.json / 1024),
    format(sizes.diffs / 1024),
  ]
}

export function timed<Result>(work: () => Result): { took: number; result: Result } {
  const start = performance.now()
  const result = work()
  return { took: performance.now() - start, result }
}

const sizeOf = (profile: Profile) => Object.values(profile).reduce((sum, text) => sum + text.length, 0)

export function changesOf({ before, after }: ProfilePair) {
  const read = (profile: Profile) =>
    readLoadOrder(
      Object.entries(profile).map(([name, text]) => ({ name, text })),
      { withSources: false },
    )
  return loadOrderChanges(read(before), read(after), [])
}

const diffsOf = ({ before, after }: ProfilePair): string[] =>
  Object.entries(before).map(([name, text]) => unifiedDiff(name, text, after[name] ?? ''))

function gnuDiffs({ before, after }: ProfilePair, folder: string): void {
  for (const [name, text] of Object.entries(before)) {
    writeFileSync(join(folder, 'before'), text)
    writeFileSync(join(folder, 'after'), after[name] ?? '')
    spawnSync('diff', ['-u', 'before', 'after'], { cwd: folder, maxBuffer: 2 ** 28 })
  }
}
