import type { Statements } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { prepared } from '../../db/statements.ts'
import { MAX_SLUG_LENGTH } from '../slug.ts'

/** The slug of the list that is the `number`th of its base: 1 has no suffix (SPEC.md, List.slug). `number` is read several times. */
export const numberedSlugSql = (base: string, number: Prisma.Sql) => Prisma.sql`
  CASE ${number} WHEN 1 THEN ${base}
    ELSE rtrim(left(${base}, ${MAX_SLUG_LENGTH}::int - 1 - length(${number}::text)), '-') || '-' || ${number} END`

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
            SELECT NOT EXISTS (
              SELECT FROM lists
              WHERE slug = ${numberedSlugSql(base, Prisma.sql`probe`)}
            ) AS is_free
          ) looked
        WHERE free IS NULL OR free - taken > 1
      )
      SELECT free FROM search WHERE free - taken = 1`,
    ),
  )
  return rows[0]?.free ?? from
}
