import { prepared } from '../../db/statements.ts'
import type { Transaction } from '../../db/transaction.ts'
import { findListRows, LIST_COLUMNS, LIST_JOINS, type ListRow, storedColumns } from '../queries.ts'
import { numberedSlug, unguessableSlug } from '../slug.ts'
import { findFreeNumber, findLastNumber, lockSlugBase } from './free-slug-queries.ts'
import { foundBySql, type NewList, placedSql } from './queries.ts'

/**
 * Stores a list under the next free slug of its base: one that no list has, and that is not reserved after a deletion.
 * All who need a slug of the base take one after another, so the number after the last one is free, unless a list of
 * another base has it, such as "My List 2", or a deleted list had it. A private list gets a random slug instead, which
 * becomes its own base; if it is taken, another one is drawn.
 */
export async function insertList(
  db: Transaction,
  list: NewList,
  fileIds: readonly number[],
  words: readonly string[],
  ownerKeyHash: Uint8Array | null = null,
  sender: Uint8Array | null = null,
): Promise<ListRow> {
  if (!list.private) await lockSlugBase(db, list.slugBase)
  for (let number = list.private ? 1 : (await findLastNumber(db, list.slugBase)) + 1; ; ) {
    const slugBase = list.private ? unguessableSlug(list.slugBase) : list.slugBase
    const slug = numberedSlug(slugBase, number)
    const { columns, values } = storedColumns({ ...list, slugBase })
    const [row] = await findListRows(
      db,
      prepared('insert list')`
        WITH saved AS (
          INSERT INTO lists (${columns}, slug, slug_number)
          SELECT ${values}, ${slug}, ${number}::int WHERE NOT EXISTS (SELECT FROM freed_slugs WHERE slug = ${slug})
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
        SELECT ${LIST_COLUMNS} FROM saved AS lists ${LIST_JOINS}`,
    )
    if (row !== undefined) return row
    if (list.private) continue
    number = await findFreeNumber(db, slugBase, number + 1)
  }
}
