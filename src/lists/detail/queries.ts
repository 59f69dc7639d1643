import { SNAPSHOT } from '../../db/snapshot.ts'
import type { Queryable } from '../collection/page-queries.ts'
import { listRow, RELATED, SHOWN, type SummaryColumns } from '../columns.ts'
import type { FileRow, ListRow } from '../queries.ts'

/** A file of a list, without its content. */
export interface FileEntry extends FileRow {
  id: number
  /** SHA-256 over name and content, in hexadecimal. */
  hash: string
}

export interface FoundDetail {
  snapshot: string
  row: ListRow
  files: FileEntry[]
}

interface DetailColumns extends SummaryColumns {
  snapshot: string
  files: (Omit<FileEntry, 'createdAt'> & { createdAt: string })[] | null
}

/** A list with the names of its files in their order, in one statement. */
export async function findDetail(
  db: Queryable,
  slug: string,
  now: Date,
): Promise<FoundDetail | { snapshot: string; row: null }> {
  const { rows } = await db.query<DetailColumns>({
    name: 'detail',
    text: `
      SELECT ${SNAPSHOT} AS snapshot, ${SHOWN},
        (SELECT json_agg(json_build_object('id', f.id, 'hash', encode(f.hash, 'hex'), 'name', f.name, 'cleanName', f.clean_name, 'bytes', f.bytes, 'createdAt', f.created_at) ORDER BY lf.position)
          FROM list_files lf JOIN files f ON f.id = lf.file_id WHERE lf.list_id = l.id) AS files
      FROM (SELECT) one
      LEFT JOIN (lists l ${RELATED}) ON l.slug = $1 AND (l.expires_at IS NULL OR l.expires_at > $2)`,
    values: [slug, now],
  })
  const [row] = rows
  if (row === undefined || row.id === null) return { snapshot: row?.snapshot ?? '', row: null }
  const files = (row.files ?? []).map((file) => ({ ...file, createdAt: new Date(file.createdAt) }))
  return { snapshot: row.snapshot, row: listRow(row), files }
}

/** In Base64, which costs both sides half as much as the hexadecimal that bytes are sent in by themselves. */
const CONTENTS = {
  name: 'contents',
  text: `SELECT id, encode(content, 'base64') AS content FROM files WHERE id = ANY($1)`,
}

/** The contents of files. They never change, but a file that no list has any more may be gone. */
export async function findContents(db: Queryable, ids: readonly number[]): Promise<Map<number, Buffer>> {
  const { rows } = await db.query<{ id: number; content: string }>({ ...CONTENTS, values: [ids] })
  return new Map(rows.map(({ id, content }) => [id, Buffer.from(content, 'base64')]))
}
