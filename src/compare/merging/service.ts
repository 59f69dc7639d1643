import { hash } from 'node:crypto'
import { invalid } from '../../errors.ts'
import { type ZippedFile, zipOf } from '../../files/zip.ts'
import { nexusDomain } from '../../games/nexus.ts'
import type { Merged } from '../../load-order/merging/merge.ts'
import type { Take } from '../../load-order/merging/take.ts'
import { partsOf } from '../../load-order/reading/read.ts'
import type { CompareContext } from '../differ.ts'
import { type CachedTask, type ComparedFile, storedFiles } from '../scheduler.ts'
import { type ListPair, loadFrom } from '../service.ts'
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
  let at = 0
  const files = (head.files ?? []).map(({ name, bytes }): ZippedFile => {
    const content = Buffer.from(body.subarray(at, at + bytes))
    at += bytes
    const stored = pair.list1.files.find(({ cleanName }) => cleanName === name)
    return { cleanName: name, content, createdAt: stored?.createdAt ?? new Date(0) }
  })
  return { taken: head.taken, toInstall: head.toInstall ?? [], leftOut: head.leftOut ?? [], files }
}

/** Returns a zip of the merged files. Throws if a name is not among the changes (422). */
export const mergeZip = async (
  context: CompareContext,
  pair: ListPair,
  take: Take,
  signal: AbortSignal,
): Promise<Buffer> => zipOf((await mergedFiles(context, pair, { take, leavesOut: false }, signal)).files)

async function runMerge(
  context: CompareContext,
  { list1, list2 }: ListPair,
  choice: Pick<MergeTask, 'take' | 'as' | 'leavesOut'>,
  signal: AbortSignal,
) {
  const domains = [nexusDomain(list1.row.game.id), nexusDomain(list2.row.game.id)] as const
  const task = mergeTask(list1.files, list2.files, { ...choice, domains })
  const result = splitHead<MergeHead>(await context.differ.run(task, loadFrom(context), signal))
  if (result.head.errors !== undefined) throw invalid(result.head.errors)
  return result
}

/** Returns the task that takes changes over from one list's files into another's. */
export function mergeTask<File extends ComparedFile>(
  baseFiles: readonly File[],
  otherFiles: readonly File[],
  choice: Pick<MergeTask, 'take' | 'domains' | 'as' | 'leavesOut'>,
): CachedTask<File> {
  const isMerged = ({ cleanName }: File) => partsOf(cleanName).some((part) => part !== 'settings')
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
