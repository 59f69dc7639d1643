import type { Db } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'
import type { Transaction } from '../db/transaction.ts'
import { lockListsWhere } from './queries.ts'
import { existing } from './visibility-queries.ts'
import { deleteListsWhere } from './writing/free-slug-queries.ts'

/** A list that moderators act on, with the columns that their log stores. */
export interface LockedForModeration {
  id: number
  slug: string
  name: string
  authorId: number | null
}

export async function lockLists(db: Db, slugs: readonly string[], now: Date): Promise<LockedForModeration[]> {
  await lockListsWhere(db, Prisma.sql`slug = ANY(${[...slugs]}::text[])`)
  return db.list.findMany({
    where: { slug: { in: [...slugs] }, ...existing(now) },
    select: { id: true, slug: true, name: true, authorId: true },
    orderBy: { id: 'asc' },
  })
}

export const countListsOf = (db: Db, authorId: number, now: Date): Promise<number> =>
  db.list.count({ where: { authorId, ...existing(now) } })

export const lockListsOf = (db: Db, authorId: number) => lockListsWhere(db, Prisma.sql`author_id = ${authorId}`)

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
