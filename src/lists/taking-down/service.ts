import type { Context } from '../../context.ts'
import { listNotFound } from '../../errors.ts'
import { type FoundDetail, findDetail } from '../hot-queries.ts'
import { findOwnedList } from '../ownership/queries.ts'
import { existingSql } from '../visibility-queries.ts'

/** Returns a list, hidden or not, with its files, and whether it has an owner key. Throws if it does not exist (404). */
export async function inspectList(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  slug: string,
): Promise<FoundDetail & { hasKey: boolean; hiddenReason: string | null }> {
  const now = clock()
  const found = await findDetail(db, slug, now, existingSql)
  if (found === null) throw listNotFound()
  const owned = await findOwnedList(db, slug, now)
  return { ...found, hasKey: owned?.ownerKeyHash != null, hiddenReason: owned?.hiddenReason ?? null }
}
