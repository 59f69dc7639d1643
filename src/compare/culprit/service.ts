import { hash } from 'node:crypto'
import { invalid } from '../../errors.ts'
import { type ZippedFile, zipOf } from '../../files/zip.ts'
import type { FoundDetail } from '../../lists/hot-queries.ts'
import { versionText } from '../../lists/version-address.ts'
import type { CompareContext } from '../differ.ts'
import { revisionOf } from '../load-orders/pair-names.ts'
import { domainsOf, runWithHead, zippedFiles } from '../merging/service.ts'
import { type ListPair, loadFrom } from '../service.ts'
import { type CachedTask, type ComparedFile, storedFiles } from '../tasks.ts'
import type { CulpritHead, CulpritTask } from '../worker/culprit.ts'
import type { CulpritInput } from './input.ts'
import type { CulpritState } from './schemas.ts'

/** Returns the response with the state of the search and the files to test next. Throws for wrong answers (422). */
export async function culpritJson(
  context: CompareContext,
  pair: ListPair,
  input: CulpritInput,
  signal: AbortSignal,
): Promise<Buffer> {
  const { head, body } = await runCulprit(context, pair, { input, as: 'json' }, signal)
  const state = JSON.stringify({ slugs: pinned(pair), ...head.state }).slice(0, -1)
  return Buffer.concat([Buffer.from(`{"data":${state},"files":`), body, Buffer.from('}}')])
}

/** Returns the addresses of both lists with their revisions, so that an update does not change what they mean. */
export function pinned({ list1, list2 }: ListPair): readonly [works: string, crashes: string] {
  const address = ({ row }: FoundDetail) => versionText(row.slug, revisionOf(row))
  return [address(list1), address(list2)]
}

/** Returns the state of the search without its files. Throws for wrong answers (422). */
export async function culpritState(
  context: CompareContext,
  pair: ListPair,
  input: CulpritInput,
  signal: AbortSignal,
): Promise<CulpritState> {
  const { state } = (await runCulprit(context, pair, { input, as: 'bytes' }, signal)).head
  if (state === undefined) throw new Error('Unexpected: a search returned neither a state nor errors.')
  return state
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
  const { head, body } = await runCulprit(context, pair, { input, as: 'bytes' }, signal)
  if (head.state?.next === null)
    throw invalid({ answers: [`There are no files, because nothing is asked for. ${head.state.verdict?.text ?? ''}`] })
  return zippedFiles(pair, head, body)
}

function runCulprit(
  context: CompareContext,
  pair: ListPair,
  choice: Pick<CulpritTask, 'input' | 'as'>,
  signal: AbortSignal,
) {
  const task = culpritTask(pair.list1.files, pair.list2.files, { ...choice, domains: domainsOf(pair) })
  return runWithHead<CulpritHead>(context, task, loadFrom(context), signal)
}

/** Returns the task that plays the answers back, and makes the files of the set to test next. */
export function culpritTask<File extends ComparedFile>(
  works: readonly File[],
  crashes: readonly File[],
  choice: Pick<CulpritTask, 'input' | 'domains' | 'as'>,
): CachedTask<File> {
  const files = [...works, ...crashes]
  const hashes = [works, crashes].map((list) => list.map((file) => file.hash).join(' '))
  const { input, domains, as } = choice
  return {
    // All that the result depends on. The input is hashed, because it can be long.
    key: `culprit ${as} ${domains.join(' ')} ${hashes.join(' and ')} ${hash('sha256', JSON.stringify(input), 'base64url')}`,
    files,
    run: (pool, contents) =>
      pool.run('culprit', { ...storedFiles(files, contents), baseFiles: works.length, ...choice }),
  }
}
