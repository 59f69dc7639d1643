import type { FieldErrors } from '../../errors.ts'
import { type FileContent, type Merged, mergeLists } from '../../load-order/merging/merge.ts'
import type { Take } from '../../load-order/merging/take.ts'
import { type StoredProfile, storedProfile } from '../../load-order/reading/stored-profile.ts'
import { linesToJson } from '../../text/json.ts'
import { withHead } from './result.ts'

/** The files are those of the list that changes, then those of the other list. */
export interface MergeTask extends StoredProfile {
  /** Number of files of the list that changes. */
  baseFiles: number
  take: Take
  /** The games of both lists in addresses of Nexus Mods. */
  domains: readonly [base: string | null, other: string | null]
  /** Whether the files follow as they are stored, or as the JSON of a response. */
  as: 'bytes' | 'json'
  /** Whether plugins are left out whose names a file can't hold. Otherwise they are errors. */
  leavesOut: boolean
}

/** First line of the result. */
export interface MergeHead {
  /** The names that are not among the changes, by field. Then nothing was merged. */
  errors?: FieldErrors
  taken?: Merged['taken']
  toInstall?: Merged['toInstall']
  leftOut?: Merged['leftOut']
  /** The changed files, whose bytes follow in this order. */
  files?: { name: string; bytes: number }[]
}

/** Maximum number of mods to install, and of plugins that were left out, in a response. */
const MAX_TO_INSTALL = 10_000

/** Takes changes over into the files of a list. */
export function merge({ files, names, baseFiles, take, domains, as, leavesOut }: MergeTask) {
  const stored = files.map((content, at) => ({ name: names[at] ?? '', content }))
  const merged = mergeLists(
    { files: stored.slice(0, baseFiles), domain: domains[0] },
    { files: stored.slice(baseFiles), domain: domains[1] },
    take,
    leavesOut,
  )
  if ('errors' in merged) return withHead(merged satisfies MergeHead)
  const toInstall = merged.toInstall.slice(0, MAX_TO_INSTALL)
  if (as === 'bytes') {
    const sizes = merged.files.map(({ name, content }) => ({ name, bytes: content.length }))
    const leftOut = merged.leftOut.slice(0, MAX_TO_INSTALL)
    const head: MergeHead = { taken: merged.taken, toInstall, leftOut, files: sizes }
    return withHead(head, ...merged.files.map(({ content }) => content))
  }
  return withHead({} satisfies MergeHead, ...json({ ...merged, toInstall }, stored.slice(0, baseFiles)))
}

/** Returns the response with the lines of the changed files of a list, in pieces. */
function json({ files, taken, toInstall }: Merged, base: readonly FileContent[]): Uint8Array[] {
  const result = base.map((file) => files.find(({ name }) => name === file.name) ?? file)
  const rest = `,"taken":${JSON.stringify(taken)},"to_install":${JSON.stringify(toInstall)}}}`
  return [Buffer.from('{"data":{"files":'), ...contentsJson(files, result), Buffer.from(rest)]
}

/**
 * Returns an array of files with their lines, as JSON in pieces. `profile` has all files of their list, because a file's
 * encoding depends on its neighbors.
 */
export function contentsJson(files: readonly FileContent[], profile: readonly FileContent[]): Uint8Array[] {
  const texts = storedProfile({ files: profile.map(({ content }) => content), names: profile.map(({ name }) => name) })
  const contents = files.flatMap(({ name }, at) => [
    `${at === 0 ? '' : ','}{"name":${JSON.stringify(name)},"content":`,
    linesToJson(Buffer.from(texts.find((file) => file.name === name)?.text ?? '')),
    '}',
  ])
  return ['[', ...contents, ']'].map((piece) => Buffer.from(piece))
}
