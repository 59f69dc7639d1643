import type { Db } from '../db/client.ts'
import { Prisma } from '../db/generated/client.ts'
import { SNAPSHOT } from '../db/snapshot.ts'
import { findHotRows, findOnlyRow, statement } from '../db/sql.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type Range } from '../http/request/paging.ts'
import { nameKey } from '../text/name-key.ts'
import { type FileRow, findListRows, LIST_COLUMNS, LIST_JOINS, type ListRow, type ShownList } from './queries.ts'
import { isSlug } from './slug.ts'
import {
  type ListOrder,
  matchingSql,
  nextExpirySql,
  ofGameAndAuthorSql,
  sortedSql,
  unsweptSql,
  visibleSql,
} from './visibility-queries.ts'

/*
 * The reads that people ask for often, as prepared statements, which take less than half the time of Prisma's model
 * calls (docs/decisions/kept-and-dropped.md). Tests compare each with what Prisma finds:
 * test/lists/hot-queries.test.ts.
 */

// Each distinct text is prepared separately, so a text varies only with the filters, the order and the page size. Each
// combination of filter and order has a covering index (lists_public_*_idx).

interface NamedFilter {
  game?: string | undefined
  author?: string | undefined
}

/** What the statement of a page reads besides the ids of its lists: SQL of JSON values. */
interface ExtraSql {
  /** A value for each list, whose id is `page.id`. */
  ofList?: Prisma.Sql
  ofPage?: Prisma.Sql
}

interface PageIds<OfList, OfPage> {
  snapshot: string
  total: number
  /** The next time at which the page changes without a write; null means never. */
  validUntil: Date | null
  ids: number[]
  changeIds: string[]
  ofLists: OfList[]
  ofPage: OfPage
}

/** Page sizes that are read, so that few statements are prepared. Other sizes are cut from the next larger one. */
const SIZES = [12, DEFAULT_PAGE_SIZE, 60, 100, 250, MAX_PAGE_SIZE]

/** Finds the ids of the lists on a page, and the total. The page of an unknown game or author is empty. */
export async function findPageIds<OfList = unknown, OfPage = unknown>(
  db: Db,
  { game, author }: NamedFilter,
  order: ListOrder,
  { skip, take }: Range,
  now: Date,
  { ofList, ofPage = Prisma.sql`NULL` }: ExtraSql = {},
): Promise<PageIds<OfList, OfPage>> {
  const filter = {
    ...(game !== undefined && { gameId: Prisma.sql`(SELECT game_id FROM asked)` }),
    ...(author !== undefined && { authorId: Prisma.sql`(SELECT author_id FROM asked)` }),
  }
  const idOf = (table: string, name: string | undefined) =>
    name === undefined
      ? Prisma.sql`0`
      : Prisma.sql`(SELECT id FROM ${Prisma.raw(table)} WHERE name_key = ${nameKey(name)})`
  const size = SIZES.find((size) => size >= take) ?? take
  type Found = PageIds<OfList, OfPage>
  const page = await findOnlyRow<Omit<Found, 'ofLists'> & { ofLists: OfList[] | null }>(
    db,
    statement`
      WITH asked AS MATERIALIZED (SELECT ${idOf('games', game)} AS game_id, ${idOf('users', author)} AS author_id),
      counted AS MATERIALIZED (
        SELECT coalesce((
          SELECT lists FROM list_totals
          WHERE game_id = (SELECT game_id FROM asked) AND author_id = (SELECT author_id FROM asked)
        ), 0)
        + (SELECT coalesce(sum(lists), 0) FROM list_changes WHERE ${ofGameAndAuthorSql(filter)})
        - (SELECT count(*) FROM ${unsweptSql(now)} WHERE ${ofGameAndAuthorSql(filter)}) AS total
      )
      SELECT ${SNAPSHOT} AS snapshot, (SELECT total FROM counted)::int AS total, ${nextExpirySql(now)} AS "validUntil",
        coalesce(array_agg(page.id), '{}') AS ids, coalesce(array_agg(page.change_id), '{}') AS "changeIds",
        ${ofList === undefined ? Prisma.sql`NULL` : Prisma.sql`json_agg(${ofList})`} AS "ofLists", ${ofPage} AS "ofPage"
      FROM (
        SELECT id, change_id FROM lists
        WHERE ${matchingSql(filter, now)} AND (SELECT total FROM counted) > ${skip}::bigint
        ORDER BY ${sortedSql(order)} LIMIT ${Prisma.raw(String(size))} OFFSET ${skip}::bigint
      ) page`,
    findHotRows,
  )
  const { ids, changeIds, ofLists, ...found } = page
  return {
    ...found,
    ids: ids.slice(0, take),
    changeIds: changeIds.slice(0, take),
    ofLists: (ofLists ?? []).slice(0, take),
  }
}

/** Returns the lists with these ids that meet the condition, in the order of the ids. */
export async function findByIds(db: Db, ids: readonly number[], condition = Prisma.sql`true`): Promise<ListRow[]> {
  const found = await findListRows(
    db,
    statement`
      SELECT ${LIST_COLUMNS} FROM lists ${LIST_JOINS} WHERE lists.id = ANY(${ids}) AND ${condition}`,
    findHotRows,
  )
  const rows = new Map(found.map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

export interface FileEntry extends FileRow {
  id: number
  /** SHA-256 over name and content, in hexadecimal. */
  hash: string
}

export interface FoundDetail {
  snapshot: string
  row: ShownList
  files: FileEntry[]
}

export type FileEntryJson = Omit<FileEntry, 'createdAt'> & { createdAt: string }

export const fileEntry = (json: FileEntryJson): FileEntry => ({ ...json, createdAt: new Date(json.createdAt) })

interface Detail<More> {
  snapshot: string
  files: FileEntryJson[] | null
  more: More
}

/** JSON of the file `f`, to be read by `fileEntry`. */
export const fileEntrySql = Prisma.sql`
  json_build_object('id', f.id, 'hash', encode(f.hash, 'hex'), 'name', f.name, 'cleanName', f.clean_name,
    'bytes', f.bytes, 'createdAt', f.created_at)`

export const filesOfListSql = Prisma.sql`
  SELECT json_agg(${fileEntrySql} ORDER BY lf.position)
  FROM list_files lf JOIN files f ON f.id = lf.file_id WHERE lf.list_id = lists.id`

/** Finds a list that meets the condition, with its files. `more` is an expression that is read with them. */
export async function findDetail<More = unknown>(
  db: Db,
  slug: string,
  now: Date,
  condition: (now: Date) => Prisma.Sql = visibleSql,
  more = Prisma.sql`NULL`,
): Promise<(FoundDetail & { more: More }) | null> {
  if (!isSlug(slug)) return null
  const [row] = await findListRows<Detail<More>>(
    db,
    statement`
      SELECT ${SNAPSHOT} AS snapshot, ${LIST_COLUMNS}, (${filesOfListSql}) AS files, ${more} AS more
      FROM lists ${LIST_JOINS} WHERE slug = ${slug} AND ${condition(now)}`,
    findHotRows,
  )
  if (row === undefined) return null
  return { snapshot: row.snapshot, row, files: (row.files ?? []).map(fileEntry), more: row.more }
}
