import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { prepared, type Statements } from '../../db/statements.ts'
import type { Transaction } from '../../db/transaction.ts'
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
export const countListsOf = (db: Db, authorId: number, now: Date): Promise<number> =>
  db.list.count({ where: { authorId, ...existing(now) } })

/** Locks all lists of a user in the order of their ids, which prevents deadlocks. */
export const lockListsOf = (db: Db, authorId: number) =>
  db.$executeRaw`SELECT FROM lists WHERE author_id = ${authorId} ORDER BY id FOR UPDATE`

/** Deletes all lists of a user. */
export async function deleteListsOf(db: Transaction, authorId: number, now: Date): Promise<void> {
  await lockListsOf(db, authorId)
  await deleteListsWhere(db, Prisma.sql`author_id = ${authorId}`, now)
}

/** Returns up to 500 slugs that begin with the same two characters as one that does not exist. */
export async function findSlugsLike(db: Db, slug: string, now: Date): Promise<string[]> {
  const where = { slug: { startsWith: slug.slice(0, 2) }, ...existing(now) }
  const lists = await db.list.findMany({ where, select: { slug: true }, orderBy: { slug: 'asc' }, take: 500 })
  return lists.map((list) => list.slug)
}
