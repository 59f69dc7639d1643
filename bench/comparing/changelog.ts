import { createDiffer, type Differ } from '../../src/compare/differ.ts'
import type { ComparedList } from '../../src/compare/load-orders/changes.ts'
import { type BenchOptions, format, median, Table } from '../support/report.ts'
import { scatterEdits, seeded, shuffle, textOf } from '../support/texts.ts'
import { type Files, filesOf, load, timed } from './cost.ts'
import { type Profile, realPairs } from './load-orders.ts'

const RUNS = 9
const REVISIONS = 11
/** The heads of the entries on a page of a changelog. */
const HEADS = Array.from({ length: REVISIONS - 1 }, (_, at) => ({
  ...{
    revision: REVISIONS - at,
    previous: REVISIONS - at - 1,
    created: '2026-11-20T08:30:00.123000Z',
    version: null,
    note: null,
  },
}))
const FEED = {
  ...{ id: 'tag:localhost,2026-11-20:/v1/lists/my-list/x', author: 'ann', updated: '2026-11-20T08:30:00.123000Z' },
  ...{
    self: 'http://localhost:3000/v1/lists/my-list/changelog.atom',
    alternate: 'http://localhost:3000/lists/my-list',
  },
}

/**
 * Measures a page of a changelog (ten revisions and the one before) against comparing each pair of revisions, in
 * processor time of the server and its worker.
 */
export async function benchChangelog({ quick, markdown }: BenchOptions): Promise<void> {
  const table = new Table([
    ...[
      'history',
      'first CPU ms',
      'CPU ms',
      'ms',
      'by pairs CPU ms',
      'of pairs',
      'Markdown CPU ms',
      'Atom CPU ms',
      'JSON KB',
    ],
  ])
  for (const [name, history] of histories(quick ? 400 : 4_000)) {
    table.add(name, ...(await measure(history, quick ? 1 : RUNS)))
  }
  process.stdout.write(`${table.print('changelog', markdown)}\n`)
}

/** Returns histories of ten updates of a list with `lines` mods, plugins and settings. */
function histories(lines: number): [name: string, history: Profile[]][] {
  const random = seeded(5)
  const first: Profile = realPairs(lines)[0]?.before ?? {}
  const updated = (change: (lines: readonly string[]) => string[], names: readonly string[]) => {
    const history = [first]
    while (history.length < REVISIONS) {
      const last = history.at(-1) ?? {}
      const changed = names.map((name) => [name, textOf(change((last[name] ?? '').trimEnd().split('\n')))])
      history.push({ ...last, ...Object.fromEntries(changed) })
    }
    return history
  }
  const all = Object.keys(first)
  const edit = (count: number) => (order: readonly string[]) => scatterEdits(order, count, random)
  return [
    ['20 edits of mods', updated(edit(20), ['modlist.txt'])],
    ['20 edits of each file', updated(edit(20), all)],
    ['500 edits of each file', updated(edit(500), all)],
    ['each file shuffled', updated((order) => shuffle(order, random), all)],
  ]
}

async function measure(history: readonly Profile[], runs: number): Promise<string[]> {
  const lists = history.map((profile) => ({ files: filesOf(profile), domain: null }))
  const differ = createDiffer({ cacheBytes: 0, maxQueue: 100, maxWorkers: 1 })
  try {
    await differ.diffs([], filesOf({ 'a.txt': 'a' }), load) // starts the worker
    const first = (await timed(() => differ.changes(lists, load))).cpu
    const figures: Record<'cpu' | 'ms' | 'pairs' | 'markdown' | 'atom', number[]> = {
      ...{ cpu: [], ms: [], pairs: [], markdown: [], atom: [] },
    }
    let bytes = 0
    for (let run = 0; run < runs; run++) {
      const { cpu, ms, result } = await timed(() => differ.changes(lists, load))
      figures.cpu.push(cpu)
      figures.ms.push(ms)
      figures.pairs.push((await timed(() => byPairs(differ, lists))).cpu)
      const changelog = { heads: HEADS, changes: result.toReversed(), name: 'My List' }
      figures.markdown.push((await timed(() => differ.changelog(changelog))).cpu)
      figures.atom.push((await timed(() => differ.changelog({ ...changelog, feed: FEED }))).cpu)
      bytes = result.flatMap(({ members }) => members).reduce((sum, { length }) => sum + length, 0)
    }
    const [cpu, pairs] = [median(figures.cpu), median(figures.pairs)]
    return [
      ...[first, cpu, median(figures.ms), pairs, cpu / pairs].map((value) => format(value)),
      ...[median(figures.markdown), median(figures.atom), bytes / 1024].map((value) => format(value)),
    ]
  } finally {
    await differ.close()
  }
}

async function byPairs(differ: Differ, lists: readonly ComparedList<Files[number]>[]): Promise<void> {
  for (const [at, after] of lists.slice(1).entries()) await differ.changes([...lists.slice(at, at + 1), after], load)
}
