import { Prisma } from '../db/generated/client.ts'
import { columnOf } from '../db/statements.ts'

// Which lists are seen and in which order, for Prisma and for statements written by hand, beside each other.
// test/lists/visibility-queries.slow.test.ts holds each pair equal.

/** Which public lists. */
export interface PublicFilter {
  authorId?: number
  gameId?: number
}

interface PublicFilterSql {
  authorId?: number | Prisma.Sql
  gameId?: number | Prisma.Sql
}

/** Which lists: the public ones unless `owner` or `orOwner` is given, by author and game where asked for. */
export interface ListFilter extends PublicFilter {
  /** All lists of this user, private ones included, and no others. */
  owner?: number
  /** The public lists and, beside them, the private ones of this user. */
  orOwner?: number
  /** Words that each list has to have: `matching` leaves them to lists/search/service.ts. */
  words?: readonly string[]
}

export interface ListOrder {
  by: 'createdAt' | 'updatedAt'
  direction: 'asc' | 'desc'
}

/** A list is gone as soon as it expires, before any sweep (docs/api.md#a-list). */
export const unexpired = (now: Date) =>
  ({ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }) satisfies Prisma.ListWhereInput

export const unexpiredSql = (now: Date) => Prisma.sql`(expires_at IS NULL OR expires_at > ${now})`

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

export function matchingSql(
  { owner, orOwner, ...filter }: Pick<ListFilter, 'owner' | 'orOwner'> & PublicFilterSql,
  now: Date,
): Prisma.Sql {
  const visible =
    owner !== undefined
      ? Prisma.sql`author_id = ${owner}`
      : orOwner !== undefined
        ? Prisma.sql`(NOT private OR author_id = ${orOwner})`
        : Prisma.sql`NOT private`
  return Prisma.sql`${unexpiredSql(now)} AND ${visible} AND ${ofGameAndAuthorSql(filter)}`
}

/** Restricts lists, or the rows that count them, to a game and an author, each given as an id or as a subquery for one. */
export const ofGameAndAuthorSql = ({ gameId, authorId }: PublicFilterSql): Prisma.Sql => {
  const game = gameId === undefined ? Prisma.sql`true` : Prisma.sql`game_id = ${gameId}`
  return authorId === undefined ? game : Prisma.sql`${game} AND author_id = ${authorId}`
}

// The id breaks ties, so that lists of one instant never move between pages.
export const sorted = ({ by, direction }: ListOrder) =>
  [{ [by]: direction }, { id: direction }] satisfies Prisma.ListOrderByWithRelationInput[]

export const sortedSql = ({ by, direction }: ListOrder) =>
  Prisma.raw(`lists.${columnOf(by)} ${direction}, lists.id ${direction}`)

/** The next moment at which a public list expires. */
export const nextExpirySql = (now: Date) => Prisma.sql`(
  SELECT min(expires_at) FROM lists WHERE NOT private AND expires_at IS NOT NULL AND expires_at > ${now})`

/**
 * Public lists that are counted though they have expired: the sweep has not come by yet. They are few: OFFSET 0 has them
 * looked up by their expiry, and by nothing else.
 */
export const unsweptSql = (now: Date) => Prisma.sql`(
  SELECT game_id, author_id FROM lists
  WHERE NOT private AND expires_at IS NOT NULL AND expires_at <= ${now} OFFSET 0) unswept`
