import type { Statements } from '../../db/client.ts'
import { Prisma } from '../../db/generated/client.ts'
import { SNAPSHOT } from '../../db/snapshot.ts'
import { prepared } from '../../db/statements.ts'
import { type FileRow, findListRows, LIST_COLUMNS, LIST_JOINS, type ShownList } from '../queries.ts'
import { unexpiredSql } from '../visibility-queries.ts'

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

/** The same as JSON has it. */
export type FileEntryJson = Omit<FileEntry, 'createdAt'> & { createdAt: string }

export const fileEntry = (json: FileEntryJson): FileEntry => ({ ...json, createdAt: new Date(json.createdAt) })

interface Detail {
  snapshot: string
  files: FileEntryJson[] | null
}

/** The file `f`, for `fileEntry`. */
export const fileEntrySql = Prisma.sql`
  json_build_object('id', f.id, 'hash', encode(f.hash, 'hex'), 'name', f.name, 'cleanName', f.clean_name,
    'bytes', f.bytes, 'createdAt', f.created_at)`

/** The files of `lists` in their order, as JSON. */
export const filesOfListSql = Prisma.sql`
  SELECT json_agg(${fileEntrySql} ORDER BY lf.position)
  FROM list_files lf JOIN files f ON f.id = lf.file_id WHERE lf.list_id = lists.id`

/** A list with the names of its files in their order, in one statement. */
export async function findDetail(
  db: Statements,
  slug: string,
  now: Date,
): Promise<FoundDetail | { snapshot: string; row: null }> {
  const [row] = await findListRows<Detail>(
    db,
    prepared(
      'detail',
      Prisma.sql`
        SELECT ${SNAPSHOT} AS snapshot, ${LIST_COLUMNS}, (${filesOfListSql}) AS files
        FROM (SELECT) one LEFT JOIN (lists ${LIST_JOINS}) ON slug = ${slug} AND ${unexpiredSql(now)}`,
    ),
  )
  if (row === undefined || row.id === null) return { snapshot: row?.snapshot ?? '', row: null }
  return { snapshot: row.snapshot, row, files: (row.files ?? []).map(fileEntry) }
}

/**
 * The contents of files by their hashes in hexadecimal. They never change, but a file that no list has any more may be gone.
 * Not by their ids: those were read by an earlier statement, and the server that takes over in between may have lost these
 * files, and given their ids to others. In Base64, which costs both sides half as much as the hexadecimal that bytes are
 * sent in by themselves.
 */
export async function findContents(
  db: Statements,
  hashes: readonly string[],
): Promise<Map<string, Buffer<ArrayBuffer>>> {
  const keys = hashes.map((hash) => Buffer.from(hash, 'hex'))
  const { rows } = await db.query<{ hash: string; content: string }>(
    prepared(
      'contents',
      Prisma.sql`
        SELECT encode(hash, 'hex') AS hash, encode(content, 'base64') AS content FROM files WHERE hash = ANY(${keys})`,
    ),
  )
  return new Map(rows.map(({ hash, content }) => [hash, Buffer.from(content, 'base64')]))
}
