import type { Context } from '../../context.ts'
import { transact } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import { type FoundDetail, findDetail } from '../detail/queries.ts'
import { findOwnedList } from '../ownership/queries.ts'
import { isSlug } from '../slug.ts'
import { deleteLists, findSlugsLike, lockLists } from './queries.ts'

// Actions of an operator, who may inspect and delete any list. Running servers see the effect at once, as with any
// write.

type Catalog = Pick<Context, 'db' | 'clock'>

/** Returns a list with its files, and whether it has an owner key. Throws if the list does not exist (404). */
export async function inspectList({ db, clock }: Catalog, slug: string): Promise<FoundDetail & { hasKey: boolean }> {
  const now = clock()
  const found = await findDetail(db.pool, slug, now)
  if (found.row === null) throw notFound('List')
  return { ...found, hasKey: (await findOwnedList(db.pool, slug, now))?.ownerKeyHash != null }
}

/** Deletes the lists with these slugs, or none if any of them does not exist. Returns the slugs that do not exist. */
export function deleteListsBySlug({ db, clock }: Catalog, slugs: readonly string[]): Promise<string[]> {
  return transact({ db }, async (transaction) => {
    const now = clock()
    const lists = await lockLists(transaction, slugs.filter(isSlug), now)
    const missing = slugs.filter((slug) => !lists.some((list) => list.slug === slug))
    if (missing.length === 0)
      await deleteLists(
        transaction,
        lists.map(({ id }) => id),
        now,
      )
    return missing
  })
}

/** Returns existing slugs that may be meant by one that does not exist. */
export const slugsLike = async ({ db, clock }: Catalog, slug: string): Promise<string[]> =>
  isSlug(slug) ? findSlugsLike(db.pool, slug, clock()) : []
