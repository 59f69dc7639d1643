import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unifiedDiff } from '../../../src/diff/unified-diff.ts'

/** A file before and after a change. The text is undefined if the file is absent. */
export interface Revision {
  name: string
  before: string | undefined
  after: string | undefined
}

export const diffOf = ({ name, before, after }: Revision) => unifiedDiff(name, before, after)

/** GNU patch, which applies a hunk only with its full context. */
const GNU_PATCH = { program: 'patch', args: ['-p0', '--batch', '--fuzz=0', '--no-backup-if-mismatch', '-i'] }

/** The installed programs that apply patches. */
export const patchers = [GNU_PATCH, { program: 'git', args: ['apply', '-p0', '--whitespace=nowarn'] }].filter(
  ({ program }) => spawnSync(program, ['--version']).status === 0,
)

/** Texts by file name. */
type Folder = Record<string, string>

/** Applies diffs to files in one run, and returns the resulting files. Throws if a hunk does not apply exactly. */
export function applyDiffs(files: Folder, diffs: readonly string[], { program, args } = GNU_PATCH): Folder {
  const temporary = mkdtempSync(join(tmpdir(), 'compare-'))
  const folder = join(temporary, 'files')
  const patch = join(temporary, 'diffs')
  try {
    mkdirSync(folder)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    writeFileSync(patch, diffs.join(''))
    const environment = { PATH: process.env.PATH, GIT_CEILING_DIRECTORIES: temporary, LC_ALL: 'C' }
    // git refuses an empty patch.
    const run = diffs.length === 0 ? undefined : spawnSync(program, [...args, patch], { cwd: folder, env: environment })
    const output = `${run?.stdout ?? ''}${run?.stderr ?? ''}`
    if ((run !== undefined && run.status !== 0) || /Hunk|garbage/.test(output))
      throw new Error(`${program}: ${run?.error ?? output}\n${diffs.join('')}`)
    return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

/** Applies the diffs of revisions to their old texts. */
export const applyRevisions = (revisions: readonly Revision[], patcher: typeof GNU_PATCH): Folder =>
  applyDiffs(
    folderOf(revisions, ({ before }) => before),
    revisions.map((revision) => diffOf(revision)).filter((diff) => diff !== ''),
    patcher,
  )

/**
 * Returns the files that applying the diffs must produce. A file keeps its old text if its diff is empty: if an empty
 * file is added or removed, or if only the final line end changes.
 */
export const expectedFiles = (revisions: readonly Revision[]): Folder =>
  folderOf(revisions, ({ before, after }) => {
    const isEmpty = (before ?? '') === '' && (after ?? '') === ''
    return isEmpty || haveEqualLines(before, after) ? before : after
  })

/** Returns the texts of revisions, without undefined ones. */
const folderOf = (revisions: readonly Revision[], textOf: (revision: Revision) => string | undefined): Folder =>
  Object.fromEntries(
    revisions.flatMap((revision) => {
      const text = textOf(revision)
      return text === undefined ? [] : [[revision.name, text]]
    }),
  )

/** Reports whether two texts have the same lines. A missing final line end is ignored. */
export const haveEqualLines = (before: string | undefined, after: string | undefined) => ended(before) === ended(after)
const ended = (text: string | undefined) =>
  text === undefined || text === '' || text.endsWith('\n') ? text : `${text}\n`
