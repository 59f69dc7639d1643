import type { Db } from '../db/client.ts'
import type { Prisma } from '../db/generated/client.ts'
import { nameKey } from '../text/name-key.ts'

export const related = { game: true, author: true } satisfies Prisma.ListInclude
const fileFields = { name: true, cleanName: true, bytes: true, createdAt: true } satisfies Prisma.FileSelect

export type ListRow = Prisma.ListGetPayload<{ include: typeof related }>
export type FileRow = Prisma.FileGetPayload<{ select: typeof fileFields }>

/** Which lists: the public ones unless `owner` or `orOwner` is given, by author and game where asked for. */
export interface ListFilter {
  /** All lists of this user, private ones included, and no others. */
  owner?: number
  /** The public lists and, beside them, the private ones of this user. */
  orOwner?: number
  authorId?: number
  gameId?: number
  /** Words that each list has to have: `matching` leaves them to lists/search/service.ts. */
  words?: readonly string[]
}

export interface ListOrder {
  by: 'createdAt' | 'updatedAt'
  direction: 'asc' | 'desc'
}

/** The last list of a batch: the next one starts after it. */
export type Position = Pick<ListRow, 'id' | 'createdAt' | 'updatedAt'>

/** Gone at once when it expires, before any sweep (CONTRACT.md, expired). */
export const unexpired = (now: Date) =>
  ({ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }) satisfies Prisma.ListWhereInput

export function matching({ owner, orOwner, authorId, gameId }: ListFilter, now: Date) {
  const visible =
    owner !== undefined
      ? { authorId: owner }
      : orOwner !== undefined
        ? { OR: [{ private: false }, { authorId: orOwner }] }
        : { private: false }
  return {
    AND: [unexpired(now), visible, authorId === undefined ? {} : { authorId }, gameId === undefined ? {} : { gameId }],
  } satisfies Prisma.ListWhereInput
}

// The id breaks ties, so that lists of one instant never move between pages.
const sorted = ({ by, direction }: ListOrder) =>
  [{ [by]: direction }, { id: direction }] satisfies Prisma.ListOrderByWithRelationInput[]

export function countLists(db: Db, filter: ListFilter, now: Date): Promise<number> {
  return db.list.count({ where: matching(filter, now) })
}

export function findPage(
  db: Db,
  filter: ListFilter,
  order: ListOrder,
  page: { skip: number; take: number },
  now: Date,
): Promise<ListRow[]> {
  return db.list.findMany({ where: matching(filter, now), orderBy: sorted(order), ...page, include: related })
}

/** The `take` lists after a position, whose cost does not grow with the number of lists before it. */
export function findAfter(
  db: Db,
  filter: ListFilter,
  order: ListOrder,
  after: Position | undefined,
  take: number,
  now: Date,
): Promise<ListRow[]> {
  return db.list.findMany({
    where: { AND: [matching(filter, now), ...(after === undefined ? [] : [beyond(order, after)])] },
    orderBy: sorted(order),
    take,
    include: related,
  })
}

function beyond({ by, direction }: ListOrder, after: Position): Prisma.ListWhereInput {
  const operator = direction === 'asc' ? 'gt' : 'lt'
  return {
    // The first condition says no more than the others do, but it is the one that an index can be searched by.
    [by]: direction === 'asc' ? { gte: after[by] } : { lte: after[by] },
    OR: [{ [by]: { [operator]: after[by] } }, { id: { [operator]: after.id } }],
  }
}

// Prisma joins what is included: a list is read by one statement, as it was or as it is, never half of each.
const bySlug = (slug: string, now: Date) => ({ slug, ...unexpired(now) })

export function findList(db: Db, slug: string, now: Date): Promise<ListRow | null> {
  return db.list.findFirst({ where: bySlug(slug, now), include: related })
}

export async function findAuthorId(db: Db, name: string): Promise<number | undefined> {
  return (await db.user.findUnique({ where: { nameKey: nameKey(name) }, select: { id: true } }))?.id
}
