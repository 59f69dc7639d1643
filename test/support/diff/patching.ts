import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Budget, unifiedDiff } from '../../../src/diff/unified-diff.ts'

/** A file before and after a change. The text is undefined if the file is absent. */
export interface Revision {
  name: string
  before: string | undefined
  after: string | undefined
}

export const diffOf = ({ name, before, after }: Revision, budget?: Budget) => unifiedDiff(name, before, after, budget)

/** The installed programs that apply patches. */
export const patchers = [
  // Only with the full context.
  { program: 'patch', args: ['-p0', '--fuzz=0', '--no-backup-if-mismatch', '-i'] },
  { program: 'git', args: ['apply', '-p0', '--whitespace=nowarn'] },
].filter(({ program }) => spawnSync(program, ['--version']).status === 0)

/** Applies the joined diffs to the old files in one run, and returns the resulting texts by name. */
export function applyDiffs(
  revisions: readonly Revision[],
  { program, args }: (typeof patchers)[number],
  budget?: Budget,
) {
  const folder = mkdtempSync(join(tmpdir(), 'compare-'))
  try {
    mkdirSync(join(folder, 'files'))
    const path = (name: string) => join(folder, 'files', name)
    for (const { name, before } of revisions) if (before !== undefined) writeFileSync(path(name), before)
    const diffs = revisions.map((revision) => diffOf(revision, budget)).join('')
    writeFileSync(join(folder, 'diffs'), diffs)

    const environment = { PATH: process.env.PATH, GIT_CEILING_DIRECTORIES: folder, LC_ALL: 'C' }
    const run = spawnSync(program, [...args, join(folder, 'diffs')], { cwd: join(folder, 'files'), env: environment })
    const said = `${run.stdout}${run.stderr}`
    // git refuses an empty patch.
    if (diffs !== '' && (run.status !== 0 || /Hunk|garbage/.test(said)))
      throw new Error(`${program}: ${said}\n${diffs}`)

    return new Map(
      revisions.flatMap(({ name }) => (existsSync(path(name)) ? [[name, readFileSync(path(name), 'utf8')]] : [])),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Returns the texts that applying the diffs must produce. A file keeps its old text if its diff is empty: if an empty
 * file is added or removed, or if only the final line end changes.
 */
export const expectedTexts = (revisions: readonly Revision[]) =>
  new Map(
    revisions.flatMap(({ name, before, after }) => {
      const isEmpty = (before ?? '') === '' && (after ?? '') === ''
      const text = isEmpty || haveEqualLines(before, after) ? before : after
      return text === undefined ? [] : [[name, text]]
    }),
  )

/** Reports whether two texts have the same lines. A missing final line end is ignored. */
export const haveEqualLines = (before: string | undefined, after: string | undefined) => ended(before) === ended(after)
const ended = (text: string | undefined) =>
  text === undefined || text === '' || text.endsWith('\n') ? text : `${text}\n`

export function gnuDiff(before: string, after: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'compare-'))
  try {
    writeFileSync(join(folder, 'before'), before)
    writeFileSync(join(folder, 'after'), after)
    const run = spawnSync('diff', ['-u', 'before', 'after'], { cwd: folder, maxBuffer: 2 ** 28, encoding: 'utf8' })
    return run.stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const hasGnuDiff = spawnSync('diff', ['--version'], { encoding: 'utf8' }).stdout?.includes('GNU') ?? false

/** Returns the lines of a diff without its two header lines. */
export const hunksOf = (diff: string) => diff.split('\n').slice(2)

export const countChanges = (diff: string) => hunksOf(diff).filter((line) => /^[-+]/.test(line)).length
