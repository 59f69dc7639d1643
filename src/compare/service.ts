import type { Context } from '../context.ts'
import { readSnapshot } from '../db/transaction.ts'
import { notFound } from '../errors.ts'
import { findContent, findListWithFiles, type ListWithFiles } from '../lists/queries.ts'
import { isSlug } from '../lists/slug.ts'

export interface Comparison {
  list1: ListWithFiles
  list2: ListWithFiles
  /** Unified diffs, each as a JSON string in UTF-8, quotes included. */
  diffs: Uint8Array[]
}

/** Both lists, and the unified diffs that turn the files of the first into those of the second. */
export async function compareLists(
  { db, clock, differ }: Context,
  slug1: string,
  slug2: string,
  signal: AbortSignal,
): Promise<Comparison> {
  const now = clock()
  const [list1, list2] = await readSnapshot(db, async (snapshot) => {
    const find = (slug: string) => (isSlug(slug) ? findListWithFiles(snapshot, slug, now) : null)
    return [await find(slug1), await find(slug2)]
  })
  if (list1 === null || list2 === null) throw notFound('List')

  const files = (list: ListWithFiles) => list.files.map(({ file }) => file)
  const diffs = await differ.diffs(files(list1), files(list2), (file) => loadContent(db, file.hash), signal)
  return { list1, list2, diffs }
}

/** A file that is there no more was of a list that has just been deleted. */
async function loadContent(db: Context['db'], hash: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const content = await findContent(db, hash)
  if (content === undefined) throw notFound('List')
  return content
}
