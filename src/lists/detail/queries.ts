import { Prisma } from '../../db/generated/client.ts'
import { SNAPSHOT } from '../../db/snapshot.ts'
import { prepared, type Statements } from '../../db/statements.ts'
import { type FileRow, findListRows, LIST_COLUMNS, LIST_JOINS, type ShownList } from '../queries.ts'
import { isSlug } from '../slug.ts'
import { visibleSql } from '../visibility-queries.ts'

/** A file of a list, without its content. */
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

/** A FileEntry as PostgreSQL's JSON represents it. */
export type FileEntryJson = Omit<FileEntry, 'createdAt'> & { createdAt: string }

export const fileEntry = (json: FileEntryJson): FileEntry => ({ ...json, createdAt: new Date(json.createdAt) })

interface Detail {
  snapshot: string
  files: FileEntryJson[] | null
}

/** JSON of the file `f`, to be read by `fileEntry`. */
export const fileEntrySql = Prisma.sql`
  json_build_object('id', f.id, 'hash', encode(f.hash, 'hex'), 'name', f.name, 'cleanName', f.clean_name,
    'bytes', f.bytes, 'createdAt', f.created_at)`

/** JSON array of a list's files, in their order. */
export const filesOfListSql = Prisma.sql`
  SELECT json_agg(${fileEntrySql} ORDER BY lf.position)
  FROM list_files lf JOIN files f ON f.id = lf.file_id WHERE lf.list_id = lists.id`

/** Finds a list that meets the condition, and its files in their order without their content. */
export async function findDetail(
  db: Statements,
  slug: string,
  now: Date,
  condition: (now: Date) => Prisma.Sql = visibleSql,
): Promise<FoundDetail | null> {
  if (!isSlug(slug)) return null
  const [row] = await findListRows<Detail>(
    db,
    prepared('detail')`
      SELECT ${SNAPSHOT} AS snapshot, ${LIST_COLUMNS}, (${filesOfListSql}) AS files
      FROM lists ${LIST_JOINS} WHERE slug = ${slug} AND ${condition(now)}`,
  )
  return row === undefined ? null : { snapshot: row.snapshot, row, files: (row.files ?? []).map(fileEntry) }
}

/**
 * Returns the contents of files by their hashes in hexadecimal. A file that no list uses any longer may be missing.
 *
 * Files are looked up by hash, since an id may be stale: if another database server has taken over since the id was
 * read, that server may have given the id to a different file. Contents are sent in Base64, which is cheaper for both
 * sides than PostgreSQL's default, hexadecimal.
 */
export async function findContents(
  db: Statements,
  hashes: readonly string[],
): Promise<Map<string, Buffer<ArrayBuffer>>> {
  const keys = hashes.map((hash) => Buffer.from(hash, 'hex'))
  const { rows } = await db.query<{ hash: string; content: string }>(prepared('contents')`
    SELECT encode(hash, 'hex') AS hash, encode(content, 'base64') AS content FROM files WHERE hash = ANY(${keys})`)
  return new Map(rows.map(({ hash, content }) => [hash, Buffer.from(content, 'base64')]))
}
