import type { Db } from '../../db/client.ts'
import { type ListRow, related } from '../queries.ts'
import { isSlug } from '../slug.ts'
import { existing } from '../visibility-queries.ts'

/**
 * A list with the hash of its owner key, only for the checks in service.ts. Lists to be shown or cached have no hash.
 */
export interface OwnedList extends ListRow {
  /** SHA-256 of the owner key; null if the list has none. */
  ownerKeyHash: Uint8Array | null
  /** Why moderators hid the list; null if they did not. */
  hiddenReason: string | null
}

/** Finds an existing list by its slug, hidden or not. */
export async function findOwnedList(db: Db, slug: string, now: Date): Promise<OwnedList | null> {
  if (!isSlug(slug)) return null
  const found = await db.list.findFirst({
    where: { slug, ...existing(now) },
    include: { ...related, ownerKey: { select: { hash: true } } },
  })
  if (found === null) return null
  const { ownerKey, ...list } = found
  return { ...list, ownerKeyHash: ownerKey?.hash ?? null, hiddenReason: await findHiddenReason(db, list) }
}

/** Returns why moderators hid a list; null if it is not hidden. */
async function findHiddenReason(db: Db, { id, hiddenAt }: ListRow): Promise<string | null> {
  if (hiddenAt === null) return null
  const where = { listId: id, action: 'hide' }
  const hidden = await db.moderationAction.findFirst({ where, orderBy: { id: 'desc' }, select: { reason: true } })
  return hidden?.reason ?? ''
}

/**
 * Finds the list whose owner key has this hash; null if there is none, or if the list has an author. If the list was
 * deleted or has expired, its id is null.
 */
export async function findListOfKey(
  db: Db,
  hash: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<{ id: number | null; slug: string } | null> {
  const where = { ownerKey: { hash }, authorId: null }
  const list = await db.list.findFirst({ where: { ...where, ...existing(now) }, select: { id: true, slug: true } })
  if (list !== null) return list
  const select = { slug: true }
  const gone =
    (await db.freedSlug.findFirst({ where: { ownerKeyHash: hash }, select })) ??
    (await db.list.findFirst({ where, select }))
  return gone && { id: null, ...gone }
}
