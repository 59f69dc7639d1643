import { Prisma } from '../../db/generated/client.ts'
import { SNAPSHOT } from '../../db/snapshot.ts'
import { customPlan, type Statements } from '../../db/statements.ts'
import { matchingSql } from '../../lists/visibility-queries.ts'

const mapped = (now: Date) => Prisma.sql`${matchingSql({}, now)} AND author_id IS NOT NULL`

/** Counts the lists of the sitemap: public ones with an author. */
export async function countMapped(db: Statements, now: Date): Promise<{ snapshot: string; count: number }> {
  const { rows } = await db.query<{ snapshot: string; count: number }>(
    customPlan`SELECT ${SNAPSHOT} AS snapshot, count(*)::int AS count FROM lists WHERE ${mapped(now)}`,
  )
  return rows[0] ?? { snapshot: '', count: 0 }
}

/** Returns the lists of one part of the sitemap, by id. */
export async function findMapped(
  db: Statements,
  { skip, take }: { skip: number; take: number },
  now: Date,
): Promise<{ snapshot: string; lists: { slug: string; updatedAt: Date }[] }> {
  const { rows } = await db.query<{ snapshot: string; lists: [slug: string, updatedAt: string][] | null }>(customPlan`
    SELECT ${SNAPSHOT} AS snapshot, (
      SELECT json_agg(json_build_array(slug, updated_at) ORDER BY id) FROM (
        SELECT id, slug, updated_at FROM lists WHERE ${mapped(now)} ORDER BY id OFFSET ${skip}::bigint LIMIT ${take}::int
      ) page
    ) AS lists`)
  const { snapshot = '', lists } = rows[0] ?? { lists: null }
  return { snapshot, lists: (lists ?? []).map(([slug, updatedAt]) => ({ slug, updatedAt: new Date(updatedAt) })) }
}
