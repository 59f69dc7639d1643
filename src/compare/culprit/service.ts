import { hash } from 'node:crypto'
import { invalid } from '../../errors.ts'
import { type ZippedFile, zipOf } from '../../files/zip.ts'
import type { FoundDetail } from '../../lists/hot-queries.ts'
import { versionText } from '../../lists/version-address.ts'
import { jsonInTurns } from '../../text/json.ts'
import type { CompareContext } from '../differ.ts'
import { domainsOf, fileView, requireResult, zippedFiles } from '../merging/service.ts'
import { type ListPair, loadFrom, revisionOf } from '../service.ts'
import { type CachedTask, type ComparedFile, storedFiles } from '../tasks.ts'
import type { CulpritResult, CulpritTask } from '../worker/merge.ts'
import type { CulpritInput, CulpritState } from './schemas.ts'

export async function findCulprit(
  context: CompareContext,
  pair: ListPair,
  input: CulpritInput,
  signal: AbortSignal,
): Promise<Buffer> {
  const { state, files } = await runCulprit(context, pair, { input, hasLines: true }, signal)
  return jsonInTurns({ data: { slugs: pinned(pair), ...state, files: files.map(fileView) } })
}

/** Returns the addresses of both lists with their revisions, so that an update does not change what they mean. */
export function pinned({ list1, list2 }: ListPair): readonly [works: string, crashes: string] {
  const address = ({ row }: FoundDetail) => versionText(row.slug, revisionOf(row))
  return [address(list1), address(list2)]
}

export async function culpritState(
  context: CompareContext,
  pair: ListPair,
  input: CulpritInput,
  signal: AbortSignal,
): Promise<CulpritState> {
  return (await runCulprit(context, pair, { input, hasLines: false }, signal)).state
}

/** Returns a zip of the files to test next. Throws for wrong answers, and if nothing is asked for (422). */
export const culpritZip = async (...asked: Parameters<typeof culpritFiles>): Promise<Buffer> =>
  zipOf(await culpritFiles(...asked))

/** Returns the files to test next. Throws for wrong answers, and if nothing is asked for (422). */
export async function culpritFiles(
  context: CompareContext,
  pair: ListPair,
  input: CulpritInput,
  signal: AbortSignal,
): Promise<ZippedFile[]> {
  const { state, files } = await runCulprit(context, pair, { input, hasLines: false }, signal)
  if (state.next === null)
    throw invalid({ answers: [`There are no files, because nothing is asked for. ${state.verdict?.text ?? ''}`] })
  return zippedFiles(pair, files)
}

async function runCulprit(
  context: CompareContext,
  pair: ListPair,
  choice: Pick<CulpritTask, 'input' | 'hasLines'>,
  signal: AbortSignal,
) {
  const task = culpritTask(pair.list1.files, pair.list2.files, { ...choice, domains: domainsOf(pair) })
  return requireResult(await context.differ.run(task, loadFrom(context), signal))
}

/** Returns the task that plays the answers back, and makes the files of the set to test next. */
function culpritTask<File extends ComparedFile>(
  works: readonly File[],
  crashes: readonly File[],
  choice: Pick<CulpritTask, 'input' | 'domains' | 'hasLines'>,
): CachedTask<File, CulpritResult> {
  const files = [...works, ...crashes]
  const hashes = [works, crashes].map((list) => list.map((file) => file.hash).join(' '))
  const { input, domains, hasLines } = choice
  return {
    // All that the result depends on. The input is hashed, because it can be long.
    key: `culprit ${hasLines} ${domains.join(' ')} ${hashes.join(' and ')} ${hash('sha256', JSON.stringify(input), 'base64url')}`,
    files,
    run: (pool, contents) =>
      pool.run('culprit', { ...storedFiles(files, contents), baseFiles: works.length, ...choice }),
  }
}
