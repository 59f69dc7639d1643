import { culpritTask } from '../../src/compare/culprit/service.ts'
import { createDiffer, type Differ } from '../../src/compare/differ.ts'
import { type BenchOptions, format, median, Table } from '../support/report.ts'
import { type Files, filesOf, load, timed } from './cost.ts'
import { realPairs } from './load-orders.ts'
import { mergeAll, merged } from './merge.ts'

/** Number of runs for each pair, in turns with a merge. */
const RUNS = 60

/** The pairs whose changes are within the limit of a search. */
const PAIRS = ['20 edits', '500 edits', '1,000 moved']

/**
 * Measures a round of a search for a culprit against a merge that takes everything over, in processor time of the server
 * and its worker. Both read the same files, so the lists have no settings.
 */
export async function benchCulprit({ quick, markdown }: BenchOptions): Promise<void> {
  const table = new Table([
    'pair',
    'part',
    'merge CPU ms',
    'round CPU ms',
    'of a merge',
    'goal',
    'server CPU ms',
    'ms',
    'KB',
  ])
  const differ = createDiffer({ cacheBytes: 0, maxQueue: 100, maxWorkers: 1 })
  try {
    for (const { name, before, after } of realPairs(quick ? 400 : 4_000)) {
      if (!PAIRS.includes(name)) continue
      const pair = [filesOf(merged(before)), filesOf(merged(after))] as const
      for (const part of ['mods', 'plugins'] as const)
        table.add(name, part, ...(await measure(differ, ...pair, part, quick ? 2 : RUNS)))
    }
  } finally {
    await differ.close()
  }
  process.stdout.write(`${table.print('culprit', markdown)}\n`)
}

async function measure(
  differ: Differ,
  works: Files,
  crashes: Files,
  part: 'mods' | 'plugins',
  runs: number,
): Promise<string[]> {
  const merge = mergeAll(works, crashes)
  const answers = (['works', 'crashes', 'works'] as const).map((result) => ({ result }))
  const round = culpritTask(works, crashes, { input: { answers, keep: [], part }, domains: [null, null], as: 'json' })
  const merges: number[] = []
  const rounds: Record<'cpu' | 'ownCpu' | 'ms', number[]> = { cpu: [], ownCpu: [], ms: [] }
  let bytes = 0
  for (let run = 0; run < runs; run++) {
    merges.push((await timed(() => differ.run(merge, load))).cpu)
    const { cpu, ownCpu, ms, result } = await timed(() => differ.run(round, load))
    rounds.cpu.push(cpu)
    rounds.ownCpu.push(ownCpu)
    rounds.ms.push(ms)
    bytes = result.length
  }
  const [ofMerge, cpu] = [median(merges), median(rounds.cpu)]
  return [
    ...[ofMerge, cpu, cpu / ofMerge, 1.5].map((value) => format(value)),
    ...[median(rounds.ownCpu), median(rounds.ms), bytes / 1024].map((value) => format(value)),
  ]
}
