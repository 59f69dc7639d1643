import { hash } from 'node:crypto'
import { type FieldErrors, invalid } from '../../errors.ts'
import { type ZippedFile, zipOf } from '../../files/zip.ts'
import { nexusDomain } from '../../games/nexus.ts'
import type { FileEntry } from '../../lists/hot-queries.ts'
import type { Merged } from '../../load-order/merging/merge.ts'
import type { Take } from '../../load-order/merging/take.ts'
import { partsOf } from '../../load-order/reading/read.ts'
import type { CompareContext } from '../differ.ts'
import type { LogKinds } from '../load-orders/log-kinds.ts'
import { type ListPair, loadFrom } from '../service.ts'
import { type CachedTask, type ComparedFile, type Load, storedFiles } from '../tasks.ts'
import type { MergeHead, MergeTask } from '../worker/merge.ts'
import { splitHead } from '../worker/result.ts'

/** The result of a merge, as files with the encoding and line ends of the list that changes. */
export interface MergedFiles extends Pick<Merged, 'taken' | 'toInstall' | 'leftOut'> {
  files: ZippedFile[]
}

/** Returns the response with the merged files and what was taken. Throws if a name is not among the changes (422). */
export const mergeJson = async (
  context: CompareContext,
  pair: ListPair,
  take: Take,
  signal: AbortSignal,
): Promise<Buffer> => Buffer.from((await runMerge(context, pair, { take, as: 'json', leavesOut: false }, signal)).body)

/**
 * Returns the merged files. Throws if a name is not among the changes, or if a file can't hold it (422); with `leavesOut`,
 * such plugins are left out instead.
 */
export async function mergedFiles(
  context: CompareContext,
  pair: ListPair,
  choice: Pick<MergeTask, 'take' | 'leavesOut'>,
  signal: AbortSignal,
): Promise<MergedFiles> {
  const { head, body } = await runMerge(context, pair, { ...choice, as: 'bytes' }, signal)
  if (head.taken === undefined) throw new Error('Unexpected: a merge returned neither a result nor errors.')
  return {
    taken: head.taken,
    toInstall: head.toInstall ?? [],
    leftOut: head.leftOut ?? [],
    files: zippedFiles(pair, head, body),
  }
}

/** Returns a zip of the merged files. Throws if a name is not among the changes (422). */
export const mergeZip = async (
  context: CompareContext,
  pair: ListPair,
  take: Take,
  signal: AbortSignal,
): Promise<Buffer> => zipOf((await mergedFiles(context, pair, { take, leavesOut: false }, signal)).files)

/** Returns the files of the first list in a result: the head has their names and sizes, the body their bytes. */
export function zippedFiles(
  { list1 }: ListPair,
  { files = [] }: Pick<MergeHead, 'files'>,
  body: Uint8Array,
): ZippedFile[] {
  let at = 0
  return files.map(({ name, bytes }) => {
    const content = Buffer.from(body.subarray(at, at + bytes))
    at += bytes
    const stored = list1.files.find(({ cleanName }) => cleanName === name)
    return { cleanName: name, content, createdAt: stored?.createdAt ?? new Date(0) }
  })
}

async function runMerge(
  context: CompareContext,
  pair: ListPair,
  choice: Pick<MergeTask, 'take' | 'as' | 'leavesOut'>,
  signal: AbortSignal,
) {
  const { list1, list2 } = pair
  const { logs, load } = await context.differ.findLogs([...list1.files, ...list2.files], loadFrom(context), signal)
  const task = mergeTask(list1.files, list2.files, { ...choice, domains: domainsOf(pair) }, logs)
  return runWithHead<MergeHead>(context, task, load, signal)
}

/** Returns the games of both lists in addresses of Nexus Mods. */
export const domainsOf = ({ list1, list2 }: ListPair) =>
  [nexusDomain(list1.row.game), nexusDomain(list2.row.game)] as const

/** Runs a task in a worker, and splits its result. Throws the errors in its head (422). */
export async function runWithHead<Head extends { errors?: FieldErrors }>(
  context: CompareContext,
  task: CachedTask<FileEntry>,
  load: Load<FileEntry>,
  signal: AbortSignal,
) {
  const result = splitHead<Head>(await context.differ.run(task, load, signal))
  if (result.head.errors !== undefined) throw invalid(result.head.errors)
  return result
}

/** Returns the task that takes changes over from one list's files into another's. */
export function mergeTask<File extends ComparedFile>(
  baseFiles: readonly File[],
  otherFiles: readonly File[],
  choice: Pick<MergeTask, 'take' | 'domains' | 'as' | 'leavesOut'>,
  logs: LogKinds = new Map(),
): CachedTask<File> {
  const isMerged = ({ cleanName, hash }: File) => partsOf(cleanName, logs.get(hash)).some((part) => part !== 'settings')
  const [base, other] = [baseFiles.filter(isMerged), otherFiles.filter(isMerged)]
  const files = [...base, ...other]
  const hashes = [base, other].map((some) => some.map((file) => file.hash).join(' '))
  const { take, domains, as, leavesOut } = choice
  return {
    // All that the result depends on. The choice is hashed, because it can be long.
    key: `merge ${as} ${leavesOut} ${domains.join(' ')} ${hashes.join(' into ')} ${hash('sha256', JSON.stringify(take), 'base64url')}`,
    files,
    run: (pool, contents) => pool.run('merge', { ...storedFiles(files, contents), baseFiles: base.length, ...choice }),
  }
}
