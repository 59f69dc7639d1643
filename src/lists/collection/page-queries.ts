import type pg from 'pg'
import { SNAPSHOT } from '../../db/snapshot.ts'
import { listRow, ORDER_COLUMNS, RELATED, SHOWN, type SummaryColumns } from '../columns.ts'
import type { ListOrder, ListRow } from '../queries.ts'

// The hot reads of collections, as prepared statements. Only shapes and limits stand in their texts, so that there are
// few of them; every shape has an index of its own (prisma/migrations/20261121000100_page_indexes).

/** The pool or one connection of it. */
export type Queryable = Pick<pg.Pool, 'query'>

/** Which public lists. The author's name is what the id was found by. */
export interface PublicFilter {
  gameId?: number
  author?: { id: number; nameKey: string }
}

/** Where a page begins: that many lists after the start, or after the start of a day (of a month, with an author). */
export interface PageStart {
  skip: number
  day?: string
}

export interface PageIds {
  /** The committed snapshot of the database that this was read from. */
  snapshot: string
  ids: number[]
  revisions: number[]
  /** How many lists the filter has; undefined where it was not asked for. */
  total?: number
  /** The next moment at which this changes though nothing is written; null is never. */
  validUntil: Date | null
  /** Whether the author of the filter still goes by that name. */
  isAuthor: boolean
}

/** Rows that are read at once: few sizes make few statements. */
const SIZES = [10, 30, 60, 100, 250, 900]

const conditions = (filter: PublicFilter) =>
  `${filter.gameId === undefined ? '' : ' AND game_id = $2'}${filter.author === undefined ? '' : ' AND author_id = $3'}`

/** Parameters that a shape lacks are still there, so that they keep their numbers. */
const parameters = (filter: PublicFilter, now: Date) => [
  now,
  filter.gameId ?? 0,
  filter.author?.id ?? 0,
  filter.author?.nameKey ?? '',
]

const PARAMETERS =
  '$1::timestamptz IS NOT NULL AND $2::int IS NOT NULL AND $3::int IS NOT NULL AND $4::text IS NOT NULL'

const shape = ({ gameId, author }: PublicFilter) =>
  `${gameId === undefined ? '' : 'g'}${author === undefined ? '' : 'a'}`

const UNEXPIRED = '(expires_at IS NULL OR expires_at > $1)'

export const NEXT_EXPIRY =
  '(SELECT min(expires_at) FROM lists WHERE NOT private AND expires_at IS NOT NULL AND expires_at > $1)'

/**
 * Lists that are counted though they have expired: the sweep has not come by yet. They are few: OFFSET 0 has them
 * looked up by their expiry, and by nothing else.
 */
export const UNSWEPT = `(
  SELECT game_id, author_id, created_at, updated_at FROM lists
  WHERE NOT private AND expires_at IS NOT NULL AND expires_at <= $1 OFFSET 0) unswept`

const total = (filter: PublicFilter) => `(
  coalesce((SELECT lists FROM list_totals WHERE game_id = $2 AND author_id = $3), 0)
  + (SELECT coalesce(sum(lists), 0) FROM list_changes WHERE true${conditions(filter)})
  - (SELECT count(*) FROM ${UNSWEPT} WHERE true${conditions(filter)}))::int`

/** The lists of a page, by id and revision, and their total, in one statement. */
export async function findPageIds(
  db: Queryable,
  filter: PublicFilter,
  { by, direction }: ListOrder,
  { skip, take }: { skip: number; take: number },
  now: Date,
): Promise<PageIds & { total: number }> {
  const ids = await findIds(db, filter, { by, direction }, { skip }, take, now, true)
  return { ...ids, total: ids.total ?? 0 }
}

/** The same from a day on, without the total. */
export function findPageIdsFrom(
  db: Queryable,
  filter: PublicFilter,
  order: ListOrder,
  start: PageStart,
  take: number,
  now: Date,
): Promise<PageIds> {
  return findIds(db, filter, order, start, take, now, false)
}

async function findIds(
  db: Queryable,
  filter: PublicFilter,
  { by, direction }: ListOrder,
  { skip, day }: PageStart,
  take: number,
  now: Date,
  withTotal: boolean,
): Promise<PageIds> {
  const size = SIZES.find((size) => size >= take) ?? take
  const column = ORDER_COLUMNS[by]
  // The day is the first one of the page; in descending order the page starts at its end.
  const from =
    day === undefined
      ? ''
      : direction === 'asc'
        ? `AND ${column} >= ($6::date)::timestamp AT TIME ZONE 'UTC'`
        : `AND ${column} < ($6::date + ${filter.author === undefined ? "interval '1 day'" : "interval '1 month'"}) AT TIME ZONE 'UTC'`
  const text = `
    SELECT ${SNAPSHOT}, ${withTotal ? total(filter) : 'NULL'}, ${NEXT_EXPIRY},
      ${filter.author === undefined ? 'true' : 'EXISTS (SELECT FROM users WHERE id = $3 AND name_key = $4)'},
      array_agg(page.id), array_agg(page.revision)
    FROM (
      SELECT id, revision FROM lists WHERE NOT private AND ${UNEXPIRED}${conditions(filter)} ${from}
      ORDER BY ${column} ${direction}, id ${direction} LIMIT ${size} OFFSET $5
    ) page WHERE ${PARAMETERS}`
  const { rows } = await db.query<[string, number | null, Date | null, boolean, number[] | null, number[] | null]>({
    name: `page ${shape(filter)} ${by} ${direction} ${size} ${withTotal} ${day !== undefined}`,
    text,
    values: [...parameters(filter, now), skip, ...(day === undefined ? [] : [day])],
    rowMode: 'array',
  })
  const [snapshot, count, validUntil, isAuthor, ids, revisions] = rows[0] ?? ['', 0, null, false, null, null]
  return {
    snapshot,
    ids: (ids ?? []).slice(0, take),
    revisions: (revisions ?? []).slice(0, take),
    ...(count !== null && { total: count }),
    validUntil,
    isAuthor,
  }
}

/** How many lists there are, and on which day (or month, with an author) the list stands that has `skip` before it. */
export async function findPosition(
  db: Queryable,
  filter: PublicFilter,
  { by, direction }: ListOrder,
  skip: number,
  now: Date,
): Promise<{ snapshot: string; validUntil: Date | null; total: number; start: PageStart | null }> {
  const day = by === 'createdAt' ? 'created_day' : 'updated_day'
  const bucket = (text: string) => (filter.author === undefined ? text : `date_trunc('month', ${text})::date`)
  const { rows } = await db.query<[string, Date | null, number, string | null, number | null]>({
    name: `position ${shape(filter)} ${by} ${direction}`,
    text: `
      WITH parts AS (
        SELECT day, lists FROM list_days WHERE game_id = $2 AND author_id = $3 AND updated = ${by === 'updatedAt'}
        UNION ALL
        SELECT ${bucket(day)}, lists FROM list_changes WHERE true${conditions(filter)}
        UNION ALL
        SELECT ${bucket(`utc_day(${ORDER_COLUMNS[by]})`)}, -1 FROM ${UNSWEPT} WHERE true${conditions(filter)}
      ),
      days AS (SELECT day, sum(lists)::int AS lists FROM parts WHERE ${PARAMETERS} GROUP BY day),
      running AS (SELECT day, lists, sum(lists) OVER (ORDER BY day ${direction})::int - lists AS before FROM days)
      SELECT ${SNAPSHOT}, ${NEXT_EXPIRY}, (SELECT coalesce(sum(lists), 0)::int FROM days), start.day, start.before
      FROM (SELECT) one LEFT JOIN (
        SELECT day::text, before FROM running WHERE before <= $5::bigint AND before + lists > $5::bigint
      ) start ON true`,
    values: [...parameters(filter, now), skip],
    rowMode: 'array',
  })
  const [snapshot, validUntil, count, startDay, before] = rows[0] ?? ['', null, 0, null, null]
  const start = startDay === null || before === null ? null : { skip: skip - before, day: startDay }
  return { snapshot, validUntil, total: count, start }
}

/** The id of an author by name. */
export async function findAuthor(db: Queryable, nameKey: string): Promise<{ snapshot: string; id: number | null }> {
  const { rows } = await db.query<[string, number | null]>({
    name: 'author',
    text: `SELECT ${SNAPSHOT}, (SELECT id FROM users WHERE name_key = $1)`,
    values: [nameKey],
    rowMode: 'array',
  })
  const [snapshot, id] = rows[0] ?? ['', null]
  return { snapshot, id }
}

/** What the collection views show of some lists. */
export async function findSummaries(db: Queryable, ids: readonly number[]): Promise<ListRow[]> {
  const { rows } = await db.query<SummaryColumns>({
    name: 'summaries',
    text: `
      SELECT ${SHOWN} FROM lists l ${RELATED} WHERE l.id = ANY($1)`,
    values: [ids],
  })
  return rows.map(listRow)
}
