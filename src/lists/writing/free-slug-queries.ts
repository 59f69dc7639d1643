import { randomInt } from 'node:crypto'
import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { findOnlyRow, statement } from '../../db/sql.ts'
import { numberedSlug } from '../slug.ts'

/**
 * Deletes lists, and reserves their slugs for 90 days (anonymous: a day), so that no stranger's list appears behind
 * published links. The hash of the owner key is kept, so that a repeated DELETE is answered with 404.
 */
export async function deleteListsWhere(db: Db, condition: Prisma.Sql, now: Date): Promise<number> {
  const { count } = await findOnlyRow<{ count: number }>(
    db,
    statement`
      WITH deleted AS (
        DELETE FROM lists WHERE ${condition} RETURNING id, slug, slug_base, slug_number, author_id, expires_at
      ),
      freed AS (
        INSERT INTO freed_slugs (slug, slug_base, slug_number, free_at, owner_key_hash)
        SELECT slug, slug_base, slug_number, least(expires_at, ${now}::timestamptz)
          + CASE WHEN author_id IS NULL THEN interval '24 hours' ELSE interval '2160 hours' END,
          owner_keys.hash
        FROM deleted LEFT JOIN owner_keys ON owner_keys.list_id = deleted.id
        ON CONFLICT (slug) DO UPDATE SET free_at = greatest(freed_slugs.free_at, excluded.free_at),
          owner_key_hash = excluded.owner_key_hash
      )
      SELECT count(*)::int AS count FROM deleted`,
  )
  return count
}

export const deleteLists = (db: Db, ids: readonly number[], now: Date): Promise<number> =>
  deleteListsWhere(db, Prisma.sql`id = ANY(${ids}::int[])`, now)

/** Number of slugs that are looked up at once: first, and at most. */
const FEW = 64
const MANY = 4_096

/**
 * Returns a free number of a slug base, at least `from`. Ever longer random steps find one even if lists named "My List
 * 2" to "My List 300000" have taken most.
 */
export async function findFreeNumber(db: Db, base: string, from: number): Promise<number> {
  for (let start = from, size = FEW, step = 1; ; ) {
    const slugs = Array.from({ length: size }, (_, index) => numberedSlug(base, start + index))
    const asked = { where: { slug: { in: slugs } }, select: { slug: true } }
    const found = [...(await db.list.findMany(asked)), ...(await db.freedSlug.findMany(asked))]
    const taken = new Set(found.map(({ slug }) => slug))
    const free = slugs.findIndex((slug) => !taken.has(slug))
    if (free !== -1) return start + free
    if (size === MANY) step *= 8
    start += size + randomInt(step)
    size = Math.min(MANY, 8 * size)
  }
}
