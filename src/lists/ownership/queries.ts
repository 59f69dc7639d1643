import type { Db } from '../../db/client.ts'
import { type ListRow, related } from '../queries.ts'
import { isSlug } from '../slug.ts'
import { existing } from '../visibility-queries.ts'

/** A list with the hash of its owner key, only for the checks in service.ts. Lists to be shown have no hash. */
export interface OwnedList extends ListRow {
  ownerKeyHash: Uint8Array | null
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

async function findHiddenReason(db: Db, { id, hiddenAt }: ListRow): Promise<string | null> {
  if (hiddenAt === null) return null
  const where = { listId: id, action: 'hide' }
  const hidden = await db.moderationAction.findFirst({ where, orderBy: { id: 'desc' }, select: { reason: true } })
  return hidden?.reason ?? ''
}

/** Finds the list with this owner key, if it has no author. Its id is null if it was deleted or has expired. */
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
