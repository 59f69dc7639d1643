import { createDiffer, type Differ } from '../../src/compare/differ.ts'
import { mergeTask } from '../../src/compare/merging/service.ts'
import { CHANGE_KINDS } from '../../src/load-order/merging/kinds.ts'
import type { TakenKinds } from '../../src/load-order/merging/take.ts'
import { type BenchOptions, format, median, Table } from '../support/report.ts'
import { type Files, filesOf, load, timed } from './cost.ts'
import { type Profile, realPairs } from './load-orders.ts'

/** Number of runs for each pair. There are many, because the first runs pay for the compiler; a server's workers are warm. */
const RUNS = 60
const EVERYTHING: TakenKinds = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, true]))

/**
 * Measures taking over everything of two lists against their changes, in processor time of the server and its worker.
 * The lists have no settings, which are compared but never merged.
 */
export async function benchMerge({ quick, markdown }: BenchOptions): Promise<void> {
  const table = new Table(['pair', 'changes CPU ms', 'merge CPU ms', 'of changes', 'goal', 'server CPU ms', 'ms', 'KB'])
  const differ = createDiffer({ cacheBytes: 0, maxQueue: 100, maxWorkers: 1 })
  try {
    for (const { name, before, after } of realPairs(quick ? 400 : 4_000)) {
      table.add(name, ...(await measure(differ, filesOf(merged(before)), filesOf(merged(after)), quick ? 2 : RUNS)))
    }
  } finally {
    await differ.close()
  }
  process.stdout.write(`${table.print('merge', markdown)}\n`)
}

/** Returns the files of a profile that a merge can change. */
export const merged = ({ 'modlist.txt': mods = '', 'plugins.txt': plugins = '' }: Profile): Profile => ({
  'modlist.txt': mods,
  'plugins.txt': plugins,
  'loadorder.txt': plugins.replaceAll(/^\*/gm, ''),
})

/** Returns the task that takes all changes over. */
export const mergeAll = (base: Files, other: Files) =>
  mergeTask(base, other, {
    take: { mods: EVERYTHING, plugins: EVERYTHING },
    domains: [null, null],
    as: 'json',
    leavesOut: false,
  })

async function measure(differ: Differ, base: Files, other: Files, runs: number): Promise<string[]> {
  const task = mergeAll(base, other)
  const changes: number[] = []
  const merges: Record<'cpu' | 'ownCpu' | 'ms', number[]> = { cpu: [], ownCpu: [], ms: [] }
  let bytes = 0
  for (let run = 0; run < runs; run++) {
    const ofChanges = await timed(() =>
      differ.changes(
        [base, other].map((files) => ({ files, domain: null })),
        load,
      ),
    )
    const { cpu, ownCpu, ms, result } = await timed(() => differ.run(task, load))
    changes.push(ofChanges.cpu)
    merges.cpu.push(cpu)
    merges.ownCpu.push(ownCpu)
    merges.ms.push(ms)
    bytes = result.length
  }
  const [ofChanges, cpu] = [median(changes), median(merges.cpu)]
  return [
    ...[ofChanges, cpu, cpu / ofChanges, 1.5].map((value) => format(value)),
    ...[median(merges.ownCpu), median(merges.ms), bytes / 1024].map((value) => format(value)),
  ]
}
