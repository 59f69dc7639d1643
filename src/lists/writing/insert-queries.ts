import { Prisma } from '../../db/generated/client.ts'
import { prepared, type Statements } from '../../db/statements.ts'
import { findListRows, LIST_COLUMNS, LIST_JOINS, type ListRow, storedColumns } from '../queries.ts'
import { unguessableSlug } from '../slug.ts'
import { findFreeNumber, numberedSlugSql } from './free-slug-queries.ts'
import { foundBySql, type NewList, placedSql } from './queries.ts'

/** Arbitrary number that separates the advisory locks on slugs from others. */
const SLUG_LOCKS = Prisma.raw('5274902')

/** Number of slugs that one statement tries. The first one is nearly always free. */
const CANDIDATES = 32

/**
 * Stores a list under the next free slug of its base: one that no list has, that is not reserved after a deletion, and
 * whose advisory lock no other transaction holds. No transaction waits for such a lock, so uploads with equal names do
 * not block each other. A private list gets a random slug instead, which becomes its own base; if it is taken, another
 * one is drawn.
 *
 * The statement looks up one slug at a time. With EXISTS, a plan cached while the catalog was small could read the
 * slugs of all lists. OFFSET 0 keeps PostgreSQL from evaluating the expression of a slug at each of its three uses.
 */
export async function insertList(
  db: Statements,
  list: NewList,
  slugNumber: number,
  fileIds: readonly number[],
  words: readonly string[],
  ownerKeyHash: Uint8Array | null = null,
  sender: Uint8Array | null = null,
): Promise<ListRow> {
  const candidates = list.private ? 1 : CANDIDATES
  for (let from = list.private ? 1 : slugNumber + 1; ; ) {
    const slugBase = list.private ? unguessableSlug(list.slugBase) : list.slugBase
    const { columns, values } = storedColumns({ ...list, slugBase })
    const [row] = await findListRows<{ taken: number | null }>(
      db,
      prepared('insert list')`
        WITH free AS MATERIALIZED (
          SELECT slug, number
          FROM generate_series(${from}::int, ${from + candidates - 1}::int) AS number,
            LATERAL (SELECT ${numberedSlugSql(slugBase, Prisma.sql`number`)} AS slug OFFSET 0) AS candidate
          WHERE CASE WHEN (SELECT true FROM lists WHERE lists.slug = candidate.slug) THEN false
            WHEN (SELECT true FROM freed_slugs WHERE freed_slugs.slug = candidate.slug) THEN false
            ELSE pg_try_advisory_xact_lock(${SLUG_LOCKS}, hashtext(candidate.slug)) END
          LIMIT 1
        ),
        saved AS (
          INSERT INTO lists (${columns}, slug, slug_number) SELECT ${values}, slug, number FROM free
          ON CONFLICT DO NOTHING RETURNING *
        ),
        placed AS (${placedSql(fileIds)}),
        owned_by AS (
          INSERT INTO owner_keys (list_id, hash)
          SELECT id, ${ownerKeyHash}::bytea FROM saved WHERE ${ownerKeyHash}::bytea IS NOT NULL
        ),
        sent_by AS (
          INSERT INTO list_senders (list_id, sender, created_at)
          SELECT id, ${sender}::bytea, created_at FROM saved WHERE ${sender}::bytea IS NOT NULL
        ),
        found_by AS (${foundBySql(words)})
        SELECT (SELECT number FROM free) AS taken, ${LIST_COLUMNS}
        FROM (SELECT) one LEFT JOIN (saved AS lists ${LIST_JOINS}) ON true`,
    )
    if (row !== undefined && row.id !== null) return row
    if (list.private) continue
    const taken = row?.taken
    // Another transaction has just stored a list with that slug, or all candidates are taken.
    from = taken == null ? await findFreeNumber(db, list.slugBase, from + CANDIDATES) : taken + 1
  }
}
