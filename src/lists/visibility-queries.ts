import { Prisma } from '../db/generated/client.ts'
import { columnOf, unexpired, unexpiredSql } from '../db/sql.ts'

// Conditions and orders of lists, for Prisma and for SQL. Both select the same lists:
// test/lists/visibility-queries.slow.test.ts.

/** Selects lists: only public ones, unless `owner` or `orOwner` is set. */
export interface ListFilter {
  authorId?: number
  gameId?: number
  owner?: number
  /** Selects the public lists and also the private lists of this user. */
  orOwner?: number
  /** Words that the lists contain. `matching` ignores them; see search/queries.ts. */
  words?: readonly string[]
  /** Ids of mods and plugins that the lists have, handled like `words`. */
  holds?: readonly number[]
}

export interface ListOrder {
  by: 'createdAt' | 'updatedAt'
  direction: 'asc' | 'desc'
}

/** Selects lists that exist: not expired, swept or not. A list does not expire while moderators hide it. */
export const existing = (now: Date) =>
  ({ OR: [...unexpired(now), { hiddenAt: { not: null } }] }) satisfies Prisma.ListWhereInput

export const existingSql = (now: Date) => Prisma.sql`(${unexpiredSql(now)} OR hidden_at IS NOT NULL)`

/**
 * Selects lists that anyone with the link can see. Everything that shows lists, or data made from them, uses this. Only
 * authors, moderators and operators can reach hidden lists.
 */
export const visible = (now: Date) => ({ hiddenAt: null, OR: unexpired(now) }) satisfies Prisma.ListWhereInput

export const visibleSql = (now: Date) => Prisma.sql`(hidden_at IS NULL AND ${unexpiredSql(now)})`

interface GameAndAuthorSql {
  authorId?: number | Prisma.Sql
  gameId?: number | Prisma.Sql
}

/** Public lists, expired or not. The counters and the indexes of pages have the same condition. */
const PUBLIC_SQL = Prisma.sql`NOT private AND hidden_at IS NULL`

/** Public lists that have expired but have not been swept yet. There are few of them. */
const expiredSql = (now: Date) => Prisma.sql`${PUBLIC_SQL} AND expires_at IS NOT NULL AND expires_at <= ${now}`

export function matching({ owner, orOwner, authorId, gameId }: ListFilter, now: Date) {
  const asked =
    owner !== undefined
      ? { authorId: owner }
      : orOwner !== undefined
        ? { OR: [{ private: false }, { authorId: orOwner }] }
        : { private: false }
  return {
    AND: [visible(now), asked, authorId === undefined ? {} : { authorId }, gameId === undefined ? {} : { gameId }],
  } satisfies Prisma.ListWhereInput
}

export function matchingSql(
  { owner, orOwner, ...filter }: Pick<ListFilter, 'owner' | 'orOwner'> & GameAndAuthorSql,
  now: Date,
): Prisma.Sql {
  const asked =
    owner !== undefined
      ? Prisma.sql`author_id = ${owner}`
      : orOwner !== undefined
        ? Prisma.sql`(NOT private OR author_id = ${orOwner})`
        : Prisma.sql`NOT private`
  return Prisma.sql`${visibleSql(now)} AND ${asked} AND ${ofGameAndAuthorSql(filter)}`
}

export const ofGameAndAuthorSql = ({ gameId, authorId }: GameAndAuthorSql): Prisma.Sql => {
  const game = gameId === undefined ? Prisma.sql`true` : Prisma.sql`game_id = ${gameId}`
  return authorId === undefined ? game : Prisma.sql`${game} AND author_id = ${authorId}`
}

// The id breaks ties, so that lists with equal times never move between pages.
export const sorted = ({ by, direction }: ListOrder) =>
  [{ [by]: direction }, { id: direction }] satisfies Prisma.ListOrderByWithRelationInput[]

export const sortedSql = ({ by, direction }: ListOrder) =>
  Prisma.raw(`lists.${columnOf(by)} ${direction}, lists.id ${direction}`)

export const nextExpirySql = (now: Date) => Prisma.sql`(
  SELECT min(expires_at) FROM lists WHERE ${PUBLIC_SQL} AND expires_at IS NOT NULL AND expires_at > ${now})`

/** The expired lists, which list_totals still counts. OFFSET 0 makes PostgreSQL find them by their expiry. */
export const unsweptSql = (now: Date) =>
  Prisma.sql`(SELECT id, game_id, author_id FROM lists WHERE ${expiredSql(now)} OFFSET 0) unswept`
