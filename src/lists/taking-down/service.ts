import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { type FoundDetail, findDetail } from '../detail/queries.ts'
import { findOwnedList } from '../ownership/queries.ts'
import { isSlug } from '../slug.ts'
import { existingSql } from '../visibility-queries.ts'
import { findSlugsLike } from './queries.ts'

// Actions of an operator, who may inspect and delete any list. Running servers see the effect at once, as with any
// write.

type Catalog = Pick<Context, 'db' | 'clock'>

/**
 * Returns a list, hidden or not, with its files, and whether it has an owner key. Throws if it does not exist (404).
 */
export async function inspectList(
  { db, clock }: Catalog,
  slug: string,
): Promise<FoundDetail & { hasKey: boolean; hiddenReason: string | null }> {
  const now = clock()
  const found = await findDetail(db.pool, slug, now, existingSql)
  if (found.row === null) throw notFound('List')
  const owned = await findOwnedList(db.pool, slug, now)
  return { ...found, hasKey: owned?.ownerKeyHash != null, hiddenReason: owned?.hiddenReason ?? null }
}

/** Returns existing slugs that the operator may have meant instead of one that does not exist. */
export const slugsLike = async ({ db, clock }: Catalog, slug: string): Promise<string[]> =>
  isSlug(slug) ? findSlugsLike(db.pool, slug, clock()) : []
