import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { findOnlyRow, prepared, type Statements } from '../../db/statements.ts'
import { existing, existingSql } from '../visibility-queries.ts'
import { deleteListsWhere } from '../writing/free-slug-queries.ts'

/** A list that moderators act on, with the columns that their log stores. */
export interface TakenList {
  id: number
  slug: string
  name: string
  authorId: number | null
}

/** Locks and returns the lists that exist. Locks are taken in the order of the ids, which prevents deadlocks. */
export async function lockLists(db: Statements, slugs: readonly string[], now: Date): Promise<TakenList[]> {
  const { rows } = await db.query<TakenList>(prepared('lock lists')`
    SELECT id, slug, name, author_id AS "authorId" FROM lists
    WHERE slug = ANY(${[...slugs]}) AND ${existingSql(now)} ORDER BY id FOR UPDATE`)
  return rows
}

/** Returns the number of a user's lists, without expired ones. */
export async function countListsOf(db: Statements, authorId: number, now: Date): Promise<number> {
  const { count } = await findOnlyRow<{ count: number }>(
    db,
    prepared('count lists of author')`
      SELECT count(*)::int FROM lists WHERE author_id = ${authorId} AND ${existingSql(now)}`,
  )
  return count
}

/** Deletes all lists of a user. Locks them in the order of their ids, which prevents deadlocks. */
export async function deleteListsOf(db: Statements, authorId: number, now: Date): Promise<void> {
  await db.query(
    prepared('lock lists of author')`SELECT FROM lists WHERE author_id = ${authorId} ORDER BY id FOR UPDATE`,
  )
  await deleteListsWhere(db, Prisma.sql`author_id = ${authorId}`, now)
}

/** Returns up to 500 slugs that begin with the same two characters as one that does not exist. */
export async function findSlugsLike(db: Db, slug: string, now: Date): Promise<string[]> {
  const where = { slug: { startsWith: slug.slice(0, 2) }, ...existing(now) }
  const lists = await db.list.findMany({ where, select: { slug: true }, orderBy: { slug: 'asc' }, take: 500 })
  return lists.map((list) => list.slug)
}
