import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { prepared, type Statements } from '../../db/statements.ts'
import { findListRows, LIST_COLUMNS, LIST_JOINS, type ListRow } from '../queries.ts'
import { isSlug } from '../slug.ts'
import { existing, existingSql } from '../visibility-queries.ts'

/**
 * A list with the hash of its owner key, only for the checks in service.ts. Lists to be shown or cached have no hash.
 */
export interface OwnedList extends ListRow {
  /** SHA-256 of the owner key; null if the list has none. */
  ownerKeyHash: Uint8Array | null
  /** Why moderators hid the list; null if they did not. */
  hiddenReason: string | null
}

/** The additional columns of an OwnedList. */
export const OWNED_COLUMNS = Prisma.sql`
  (SELECT hash FROM owner_keys WHERE list_id = lists.id) AS "ownerKeyHash",
  CASE WHEN hidden_at IS NOT NULL THEN coalesce((
    SELECT reason FROM moderation_actions WHERE list_id = lists.id AND action = 'hide' ORDER BY id DESC LIMIT 1
  ), '') END AS "hiddenReason"`

/** Finds an existing list by its slug, hidden or not. */
export async function findOwnedList(db: Statements, slug: string, now: Date): Promise<OwnedList | null> {
  if (!isSlug(slug)) return null
  const [list] = await findListRows<Pick<OwnedList, 'ownerKeyHash' | 'hiddenReason'>>(
    db,
    prepared('owned list')`
      SELECT ${LIST_COLUMNS}, ${OWNED_COLUMNS} FROM lists ${LIST_JOINS}
      WHERE slug = ${slug} AND ${existingSql(now)}`,
  )
  return list ?? null
}

/** Finds the list whose owner key has this hash; null if there is none, or if the list has an author or has expired. */
export function findListOfKey(db: Db, hash: Uint8Array<ArrayBuffer>, now: Date) {
  const where = { ownerKey: { hash }, authorId: null, ...existing(now) }
  return db.list.findFirst({ where, select: { id: true, slug: true } })
}
