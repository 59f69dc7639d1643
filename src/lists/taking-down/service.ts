import type { Context } from '../../context.ts'
import { transact } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import { type FoundDetail, findDetail } from '../detail/queries.ts'
import { findOwnedList } from '../ownership/queries.ts'
import { isSlug } from '../slug.ts'
import { deleteLists, findSlugsLike, lockLists } from './queries.ts'

// What an operator may do with any list, whoever made it. Servers see it at once, as any other write.

type Catalog = Pick<Context, 'db' | 'clock'>

/** A list with its files, and whether there is an owner key for it; 404 if there is none. */
export async function inspectList({ db, clock }: Catalog, slug: string): Promise<FoundDetail & { hasKey: boolean }> {
  const now = clock()
  const found = await findDetail(db.pool, slug, now)
  if (found.row === null) throw notFound('List')
  return { ...found, hasKey: (await findOwnedList(db.pool, slug, now))?.ownerKeyHash != null }
}

/** Deletes all of the lists, or none if one of them is not there; gives the slugs of those that are not. */
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

/** Slugs among which one that is not there may be meant. */
export const slugsLike = async ({ db, clock }: Catalog, slug: string): Promise<string[]> =>
  isSlug(slug) ? findSlugsLike(db.pool, slug, clock()) : []
