import { Prisma } from '../../db/generated/client.ts'
import { customPlan, findOnlyRow, prepared, type Statements } from '../../db/statements.ts'
import { MAX_SLUG_LENGTH } from '../slug.ts'

/**
 * The slug with a base and a number; number 1 has no suffix (docs/api.md#a-list). The expression `number` is evaluated
 * several times.
 */
export const numberedSlugSql = (base: string, number: Prisma.Sql) => Prisma.sql`
  CASE ${number} WHEN 1 THEN ${base}
    ELSE rtrim(left(${base}, ${MAX_SLUG_LENGTH}::int - 1 - length(${number}::text)), '-') || '-' || ${number} END`

/**
 * Deletes lists, and returns their number. Reserves their slugs for 90 days, or for a day if the list was anonymous.
 * Otherwise a stranger's new list could appear behind links that others have published.
 */
export async function deleteListsWhere(db: Statements, condition: Prisma.Sql, now: Date): Promise<number> {
  const { count } = await findOnlyRow<{ count: number }>(
    db,
    customPlan`
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
  )
  return count
}

export const deleteLists = (db: Statements, ids: readonly number[], now: Date): Promise<number> =>
  deleteListsWhere(db, Prisma.sql`id = ANY(${ids}::int[])`, now)

/**
 * Finds a free number of a slug base, at least `from`, in few steps.
 *
 * Problem: lists named "My List 2" to "My List 300000" take the slugs of the base `my-list`, though they have other
 * bases. Trying one number after another would try all of them.
 * Approach: the step doubles until a number is free; then the interval between a taken and a free number is halved
 * until they are adjacent. Steps have a random length, or an attacker could take the few numbers that are tried.
 * Guarantee: the number of index lookups is logarithmic. The result is not always the lowest free number.
 */
export async function findFreeNumber(db: Statements, base: string, from: number): Promise<number> {
  const { free } = await findOnlyRow<{ free: number }>(
    db,
    prepared('free slug')`
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
  )
  return free
}
