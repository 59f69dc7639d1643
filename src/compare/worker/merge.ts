import type { FieldErrors } from '../../errors.ts'
import type { Take } from '../../load-order/merging/compared-lists.ts'
import { type FileContent, type Merged, mergeLists } from '../../load-order/merging/merge.ts'
import { type StoredProfile, storedProfile } from '../../load-order/reading/stored-profile.ts'
import { splitLines } from '../../text/lines.ts'
import type { CulpritInput, CulpritState } from '../culprit/schemas.ts'
import { culpritOf } from '../culprit/state.ts'

/** The files are those of the first list, then those of the second. */
interface PairTask extends StoredProfile {
  /** Number of files of the first list. */
  baseFiles: number
  /** The games of both lists in addresses of Nexus Mods. */
  domains: readonly [first: string | null, second: string | null]
  /** Whether the files of the result have their lines. */
  hasLines: boolean
}

export interface MergeTask extends PairTask {
  take: Take
  /** Whether plugins are left out whose names a file can't hold. Otherwise they are errors. */
  leavesOut: boolean
}

export interface WrittenFile extends FileContent {
  lines?: string[]
}

export type MergeResult = (Omit<Merged, 'files'> & { files: WrittenFile[] }) | { errors: FieldErrors }

/** Maximum number of mods to install, and of plugins that were left out, in a response. */
const MAX_TO_INSTALL = 10_000

/** Takes changes over into the files of a list. Returns errors by field for names that are not among the changes. */
export function merge({ take, leavesOut, hasLines, ...task }: MergeTask): MergeResult {
  const [base, other] = listsOf(task)
  const merged = mergeLists(base, other, take, leavesOut)
  if ('errors' in merged) return merged
  const profile = base.files.map((file) => merged.files.find(({ name }) => name === file.name) ?? file)
  return {
    taken: merged.taken,
    toInstall: merged.toInstall.slice(0, MAX_TO_INSTALL),
    leftOut: merged.leftOut.slice(0, MAX_TO_INSTALL),
    files: hasLines ? withLines(merged.files, profile) : merged.files,
  }
}

/** Returns the two lists of a task. */
function listsOf({ files, names, baseFiles, domains: [first, second] }: Omit<PairTask, 'hasLines'>) {
  const stored = files.map((content, at) => ({ name: names[at] ?? '', content }))
  return [
    { files: stored.slice(0, baseFiles), domain: first },
    { files: stored.slice(baseFiles), domain: second },
  ] as const
}

/** Adds their lines to files. `profile` has all files of their list, because a file's encoding depends on its neighbors. */
export function withLines(files: readonly FileContent[], profile: readonly FileContent[]) {
  const texts = storedProfile({ files: profile.map(({ content }) => content), names: profile.map(({ name }) => name) })
  return files.map((file) => ({
    ...file,
    lines: splitLines(texts.find(({ name }) => name === file.name)?.text ?? ''),
  }))
}

/** The first list works, the second crashes. */
export interface CulpritTask extends PairTask {
  input: CulpritInput
}

export type CulpritResult = { state: CulpritState; files: WrittenFile[] } | { errors: FieldErrors }

export function culprit({ input, hasLines, ...task }: CulpritTask): CulpritResult {
  const [works, crashes] = listsOf(task)
  const result = culpritOf(works, crashes, input)
  if ('errors' in result || !hasLines) return result
  return { state: result.state, files: withLines(result.files, result.files) }
}
