import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { unifiedDiff } from '../src/diff/unified-diff.ts'
import { type Case, realCases, worstCases } from './support/cases.ts'
import { drive, type Request } from './support/drive.ts'
import { type Server, startMachine, type Version } from './support/processes.ts'
import { realPairs } from './support/profiles.ts'
import { type BenchOptions, format, median, printTable, progress } from './support/report.ts'
import { uploadFiles } from './uploads.ts'

/** The pairs of profiles that are compared by a server. */
const PAIRS = ['20 edits', '1,000 moved', 'unlike']

/** Measures diffs against GNU diff and the `diff` package, and what a server does with two lists against another version. */
export async function benchCompare(options: BenchOptions): Promise<void> {
  benchDiffs(options)
  await benchServer(options)
}

/**
 * Measures what a server that caches nothing does with two lists of 4,000 mods, plugins and settings: their changes,
 * compared with their diffs, and with those of another version.
 */
async function benchServer({ quick, against }: BenchOptions): Promise<void> {
  const machine = await startMachine()
  try {
    const fill = { lists: 100, bytes: [200], variants: 10 }
    const mine = await requestsOf(await machine.version(fill))
    const other = against === undefined ? undefined : await requestsOf(await machine.version(fill, against))
    const subjects = Object.entries(mine).map(([name, { diffs, changes }]) => ({
      name,
      alternatives: {
        ...(other?.[name] && { 'diffs, other': other[name].diffs }),
        diffs,
        ...(other?.[name] && { 'changes, other': other[name].changes }),
        changes,
      },
    }))
    await drive('compare: by a server', subjects, { quick, postgres: machine.postgres, connections: 2 })
  } finally {
    await machine.close()
  }
}

/** Uploads the pairs to a version. Returns the requests for the diffs and for the changes of each. */
async function requestsOf({ uncached }: Version): Promise<Record<string, { diffs: Request; changes: Request }>> {
  const requests: Record<string, { diffs: Request; changes: Request }> = {}
  for (const { name, before, after } of realPairs().filter((pair) => PAIRS.includes(pair.name))) {
    const pair = `${await upload(uncached, before)}/${await upload(uncached, after)}`
    requests[name] = {
      diffs: { server: uncached, path: `/v1/compare/${pair}` },
      changes: { server: uncached, path: `/v1/compare/${pair}/changes` },
    }
  }
  return requests
}

const upload = (server: Server, profile: Record<string, string>) =>
  uploadFiles(
    server,
    'Compared',
    Object.fromEntries(Object.entries(profile).map(([name, text]) => [name, text.split('\n')])),
  )

/** Time after which the plain `diff` package is stopped, because it takes minutes on the worst cases. */
const PLAIN_MS = 3_000

/** Time above which a program is not run again, in milliseconds. */
const SLOW_MS = 2_000

/** Measures our engine, GNU diff and the plain `diff` package in turns, on the same texts. */
function benchDiffs({ quick }: BenchOptions): void {
  const folder = mkdtempSync(join(tmpdir(), 'bench-compare-'))
  try {
    for (const each of realCases().slice(0, 6)) unifiedDiff('before', each.before, each.after) // compiles it
    const rows = [...realCases(), ...worstCases(quick ? 2 ** 14 : undefined)].map((each) => {
      progress(each.name)
      return [each.name, ...measure(each, folder, quick ? 1 : 7)]
    })
    const headings = ['texts', 'GNU diff ms', 'catalog ms', 'ratio', 'diff ms', 'ratio', 'changed lines', 'of GNU diff']
    printTable('compare: diffs', headings, rows)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function measure({ before, after }: Case, folder: string, runs: number): string[] {
  writeFileSync(join(folder, 'before'), before)
  writeFileSync(join(folder, 'after'), after)
  const programs = {
    gnu: () =>
      spawnSync('diff', ['-u', 'before', 'after'], { cwd: folder, maxBuffer: 2 ** 28, encoding: 'utf8' }).stdout,
    catalog: () => unifiedDiff('before', before, after),
    plain: () => createTwoFilesPatch('f', 'f', before, after, '', '', { context: 3, timeout: PLAIN_MS }) ?? '',
  }
  const times: Record<keyof typeof programs, number[]> = { gnu: [], catalog: [], plain: [] }
  const patches: Record<keyof typeof programs, string> = { gnu: '', catalog: '', plain: '' }
  for (let run = 0; run < runs; run++) {
    for (const name of ['gnu', 'catalog', 'plain'] as const) {
      if (median(times[name]) >= SLOW_MS) continue
      const start = performance.now()
      patches[name] = programs[name]()
      times[name].push(performance.now() - start)
    }
  }
  const [gnu, catalog, plain] = [median(times.gnu), median(times.catalog), median(times.plain)]
  const [changed, gnuChanged] = [countChanges(patches.catalog), countChanges(patches.gnu)]
  return [
    ...[gnu, catalog, catalog / gnu].map((value) => format(value)),
    patches.plain === '' ? `over ${PLAIN_MS}` : format(plain),
    patches.plain === '' ? '' : format(catalog / plain),
    format(changed, 0),
    gnuChanged === 0 ? '1' : format(changed / gnuChanged, 3),
  ]
}

const countChanges = (diff: string) =>
  diff
    .split('\n')
    .slice(2)
    .filter((line) => /^[-+]/.test(line)).length
