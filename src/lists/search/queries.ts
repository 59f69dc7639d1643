import type { Db } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { SNAPSHOT } from '../../db/snapshot.ts'
import { columnOf, findOnlyRow, statement } from '../../db/sql.ts'
import { nameKey } from '../../text/name-key.ts'
import { type ListFilter, type ListOrder, matchingSql, sortedSql } from '../visibility-queries.ts'

export interface NameKey {
  plugin: boolean
  key: string
}

/** Returns the distinct ids of names; null if a name is in no list. */
export async function findNameIds(db: Db, names: readonly NameKey[]): Promise<number[] | null> {
  const distinct = [...new Map(names.map((name) => [`${name.plugin} ${name.key}`, name])).values()]
  const where = { OR: distinct.map(({ plugin, key }) => ({ plugin, key })) }
  const rows = await db.modName.findMany({ where, select: { id: true } })
  return rows.length === distinct.length ? rows.map(({ id }) => id) : null
}

/** Number of attempts after which the index sets a list aside. */
export const ATTEMPTS = 3

export const waitsSql = Prisma.sql`attempts < ${Prisma.raw(String(ATTEMPTS))}`

/** True while the backlog is indexed: lists stored before the index existed, or before a reader changed. */
const isIncompleteSql = Prisma.sql`EXISTS (SELECT FROM unindexed_lists WHERE backlog AND ${waitsSql})`

export interface IndexState {
  snapshot: string
  isIncomplete: boolean
}

export const indexStateSql = Prisma.sql`${SNAPSHOT} AS snapshot, ${isIncompleteSql} AS "isIncomplete"`

export const findIndexState = (db: Db): Promise<IndexState> => findOnlyRow(db, statement`SELECT ${indexStateSql}`)

/**
 * Returns the number of lists that match a filter, and the ids of a page (all if `take` is null). MATERIALIZED makes
 * PostgreSQL use the index of words: it can't know that two common words rarely occur together.
 */
export function findIds(
  db: Db,
  filter: ListFilter,
  order: ListOrder,
  page: { skip: number; take: number | null },
  now: Date,
): Promise<{ total: number; ids: number[] }> {
  const { words, holds } = filter
  const hasWords = words && Prisma.sql`words @@ ${prefixes(words)}::tsquery`
  if (holds !== undefined) return findHoldingIds(db, { ...filter, holds }, hasWords, order, page, now)
  return findOnlyRow(
    db,
    statement`
      WITH visible AS MATERIALIZED (
        WITH found AS MATERIALIZED (SELECT list_id FROM list_search WHERE ${hasWords ?? Prisma.sql`true`})
        SELECT id, ${Prisma.raw(columnOf(order.by))} FROM found JOIN lists ON id = list_id WHERE ${matchingSql(filter, now)}
      )
      SELECT (SELECT count(*)::int FROM visible) AS total, ARRAY(
        SELECT id FROM visible AS lists ORDER BY ${sortedSql(order)} OFFSET ${page.skip}::bigint LIMIT ${page.take}::bigint
      ) AS ids`,
  )
}

/** Returns the tsquery for prefixes. Words have only letters and digits, so quoting them is enough. */
const prefixes = (words: readonly string[]) => words.map((word) => `'${word}':*`).join(' & ')

type Filter = ListFilter & Required<Pick<ListFilter, 'holds'>>

/**
 * Like findIds, for names. A mod may be in two lists or in half of all, so OFFSET 0 makes PostgreSQL look up each list,
 * whatever it guesses. Test: test/mods/popular.slow.test.ts.
 */
function findHoldingIds(
  db: Db,
  filter: Filter,
  hasWords: Prisma.Sql | undefined,
  order: ListOrder,
  { skip, take }: { skip: number; take: number | null },
  now: Date,
): Promise<{ total: number; ids: number[] }> {
  const moment = Prisma.raw(columnOf(order.by))
  const matches = matchingSql(filter, now)
  // One plan fits all names, but not all words.
  return findOnlyRow(
    db,
    statement`
      WITH visible AS MATERIALIZED (
        SELECT one.* FROM list_mods,
          LATERAL (SELECT id, ${moment} FROM lists WHERE id = list_id AND ${matches} OFFSET 0) one
        WHERE (enabled || disabled) @> ${filter.holds}::int[]
          AND ${hasWords === undefined ? Prisma.sql`true` : Prisma.sql`list_id IN (SELECT list_id FROM list_search WHERE ${hasWords})`}
      )
      SELECT (SELECT count(*)::int FROM visible) AS total, ARRAY(
        SELECT id FROM visible AS lists ORDER BY ${sortedSql(order)} OFFSET ${skip}::bigint LIMIT ${take}::bigint
      ) AS ids`,
  )
}

/** Returns authors of public lists whose names contain a text, ignoring case. The name that equals it comes first. */
export async function findAuthorsByName(
  db: Db,
  text: string,
  take: number,
  now: Date,
): Promise<{ name: string; verified: boolean }[]> {
  const key = nameKey(text)
  const rows = await db.$queryRaw<{ name: string; verified: boolean }[]>`
    SELECT name, verified FROM users
    WHERE strpos(name_key, ${key}) > 0 AND EXISTS (
      SELECT FROM lists WHERE lists.author_id = users.id AND ${matchingSql({}, now)}
    )
    ORDER BY name_key = ${key} DESC, name_key LIMIT ${take}::int`
  return rows
}
