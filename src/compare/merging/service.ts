import { hash } from 'node:crypto'
import { type FieldErrors, invalid } from '../../errors.ts'
import { type ZippedFile, zipOf } from '../../files/zip.ts'
import { nexusDomain } from '../../games/nexus.ts'
import type { Take } from '../../load-order/merging/compared-lists.ts'
import type { Merged } from '../../load-order/merging/merge.ts'
import { partsOf } from '../../load-order/reading/read.ts'
import { jsonInTurns } from '../../text/json.ts'
import type { CompareContext } from '../differ.ts'
import type { LogKinds } from '../load-orders/log-kinds.ts'
import { type ListPair, loadFrom } from '../service.ts'
import { type CachedTask, type ComparedFile, storedFiles } from '../tasks.ts'
import type { MergeResult, MergeTask, WrittenFile } from '../worker/merge.ts'

/** The result of a merge, as files with the encoding and line ends of the list that changes. */
export interface MergedFiles extends Pick<Merged, 'taken' | 'toInstall' | 'leftOut'> {
  files: ZippedFile[]
}

/** Returns the response with the merged files and what was taken. Throws if a name is not among the changes (422). */
export async function mergePair(
  context: CompareContext,
  pair: ListPair,
  take: Take,
  signal: AbortSignal,
): Promise<Buffer> {
  const { files, taken, toInstall } = await runMerge(context, pair, { take, hasLines: true, leavesOut: false }, signal)
  return jsonInTurns({ data: { files: files.map(fileView), taken, to_install: toInstall } })
}

export const fileView = ({ name, lines = [] }: WrittenFile) => ({ name, content: lines })

/**
 * Returns the merged files. Throws if a name is not among the changes, or a file can't hold it (422); with `leavesOut`,
 * such plugins are left out.
 */
export async function mergedFiles(
  context: CompareContext,
  pair: ListPair,
  choice: Pick<MergeTask, 'take' | 'leavesOut'>,
  signal: AbortSignal,
): Promise<MergedFiles> {
  const merged = await runMerge(context, pair, { ...choice, hasLines: false }, signal)
  return { ...merged, files: zippedFiles(pair, merged.files) }
}

/** Returns a zip of the merged files. Throws if a name is not among the changes (422). */
export const mergeZip = async (
  context: CompareContext,
  pair: ListPair,
  take: Take,
  signal: AbortSignal,
): Promise<Buffer> => zipOf((await mergedFiles(context, pair, { take, leavesOut: false }, signal)).files)

/** Returns files of the first list as they are zipped. */
export const zippedFiles = ({ list1 }: ListPair, files: readonly WrittenFile[]): ZippedFile[] =>
  files.map(({ name, content }) => {
    const stored = list1.files.find(({ cleanName }) => cleanName === name)
    return { cleanName: name, content: Buffer.from(content), createdAt: stored?.createdAt ?? new Date(0) }
  })

async function runMerge(
  context: CompareContext,
  pair: ListPair,
  choice: Pick<MergeTask, 'take' | 'hasLines' | 'leavesOut'>,
  signal: AbortSignal,
) {
  const { list1, list2 } = pair
  const { logs, load } = await context.differ.findLogs([...list1.files, ...list2.files], loadFrom(context), signal)
  const task = mergeTask(list1.files, list2.files, { ...choice, domains: domainsOf(pair) }, logs)
  return requireResult(await context.differ.run(task, load, signal))
}

export const domainsOf = ({ list1, list2 }: ListPair) =>
  [nexusDomain(list1.row.game), nexusDomain(list2.row.game)] as const

/** Returns the result of a task. Throws the errors that a worker has found instead (422). */
export function requireResult<Result extends object>(result: Result | { errors: FieldErrors }): Result {
  if ('errors' in result) throw invalid(result.errors)
  return result
}

/** Returns the task that takes changes over from one list's files into another's. */
function mergeTask<File extends ComparedFile>(
  baseFiles: readonly File[],
  otherFiles: readonly File[],
  choice: Pick<MergeTask, 'take' | 'domains' | 'hasLines' | 'leavesOut'>,
  logs: LogKinds = new Map(),
): CachedTask<File, MergeResult> {
  const isMerged = ({ cleanName, hash }: File) => partsOf(cleanName, logs.get(hash)).some((part) => part !== 'settings')
  const [base, other] = [baseFiles.filter(isMerged), otherFiles.filter(isMerged)]
  const files = [...base, ...other]
  const hashes = [base, other].map((some) => some.map((file) => file.hash).join(' '))
  const { take, domains, hasLines, leavesOut } = choice
  return {
    // All that the result depends on. The choice is hashed, because it can be long.
    key: `merge ${hasLines} ${leavesOut} ${domains.join(' ')} ${hashes.join(' into ')} ${hash('sha256', JSON.stringify(take), 'base64url')}`,
    files,
    run: (pool, contents) => pool.run('merge', { ...storedFiles(files, contents), baseFiles: base.length, ...choice }),
  }
}
