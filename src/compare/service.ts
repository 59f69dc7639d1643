import type { Context } from '../context.ts'
import { readSnapshot } from '../db/transaction.ts'
import { notFound } from '../errors.ts'
import { findListWithContents } from '../lists/queries.ts'
import { isSlug } from '../lists/slug.ts'
import { decodeText, normalizeLineEnds } from '../lists/text.ts'
import { unifiedDiffs } from './diff.ts'

/** Both lists and the unified diffs that turn the files of the first into those of the second. */
export async function compareLists({ db, clock }: Context, slug1: string, slug2: string) {
  const now = clock()
  const [list1, list2] = await readSnapshot(db, async (snapshot) => {
    const find = (slug: string) => (isSlug(slug) ? findListWithContents(snapshot, slug, now) : null)
    return [await find(slug1), await find(slug2)]
  })
  if (list1 === null || list2 === null) throw notFound('List')
  const texts = (list: typeof list1) =>
    list.files.map(({ file }) => ({ name: file.cleanName, text: normalizeLineEnds(decodeText(file.content)) }))
  return { list1, list2, diffs: unifiedDiffs(texts(list1), texts(list2)) }
}
