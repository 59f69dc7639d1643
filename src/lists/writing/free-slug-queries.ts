import type { Statements } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { planned, prepared } from '../../db/statements.ts'
import { MAX_SLUG_LENGTH } from '../slug.ts'

/** The slug of the list that is the `number`th of its base: 1 has no suffix (docs/api.md#a-list). `number` is read several times. */
export const numberedSlugSql = (base: string, number: Prisma.Sql) => Prisma.sql`
  CASE ${number} WHEN 1 THEN ${base}
    ELSE rtrim(left(${base}, ${MAX_SLUG_LENGTH}::int - 1 - length(${number}::text)), '-') || '-' || ${number} END`

/**
 * Deletes lists and keeps their slugs from being given to other lists for a while: 90 days if the list had an author, a day
 * if it was anonymous. Otherwise a stranger's new list would appear under the links of a guide. Returns the number of lists.
 */
export async function deleteListsWhere(db: Statements, condition: Prisma.Sql, now: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    planned(
      Prisma.sql`
        WITH deleted AS (
          DELETE FROM lists WHERE ${condition} RETURNING slug, slug_base, slug_number, author_id, expires_at
        ),
        freed AS (
          INSERT INTO freed_slugs (slug, slug_base, slug_number, free_at)
          SELECT slug, slug_base, slug_number, least(expires_at, ${now}::timestamptz)
            + CASE WHEN author_id IS NULL THEN interval '24 hours' ELSE interval '2160 hours' END
          FROM deleted ON CONFLICT (slug) DO UPDATE SET free_at = greatest(freed_slugs.free_at, excluded.free_at)
        )
        SELECT count(*)::int AS count FROM deleted`,
    ),
  )
  return rows[0]?.count ?? 0
}

/**
 * A number from `from` on whose slug of `base` is free, and the one before is not (or is below `from`).
 *
 * Lists named "My List 2" to "My List 300000" take all suffixes of the second "My List", though none of them is of its
 * base. To try suffixes one after another would go through all of them. As nobody is promised the lowest free suffix,
 * the steps double until one is free, and the free end of the way between is halved until it stands right behind a taken
 * one: twice the logarithm of the number, whatever gaps there are. Each step is lengthened by chance: of steps that are
 * known beforehand somebody could take all, with thirty lists. The index of slugs answers each step.
 */
export async function findFreeNumber(db: Statements, base: string, from: number): Promise<number> {
  const { rows } = await db.query<{ free: number }>(
    prepared(
      'free slug',
      Prisma.sql`
      WITH RECURSIVE search(taken, free, step) AS (
        SELECT ${from}::int - 1, NULL::int, 1
        UNION ALL
        SELECT
          CASE WHEN is_free THEN taken ELSE probe END,
          CASE WHEN is_free THEN probe ELSE free END,
          CASE WHEN free IS NULL THEN 2 * step END
        FROM (SELECT *, coalesce(taken + (free - taken) / 2, taken + step + floor(random() * step)::int) AS probe FROM search) narrowed,
          LATERAL (
            SELECT NOT EXISTS (SELECT FROM lists WHERE lists.slug = candidate.slug)
              AND NOT EXISTS (SELECT FROM freed_slugs WHERE freed_slugs.slug = candidate.slug) AS is_free
            FROM (SELECT ${numberedSlugSql(base, Prisma.sql`probe`)} AS slug OFFSET 0) candidate
          ) looked
        WHERE free IS NULL OR free - taken > 1
      )
      SELECT free FROM search WHERE free - taken = 1`,
    ),
  )
  return rows[0]?.free ?? from
}
