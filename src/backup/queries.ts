import type { Db } from '../db/client.ts'
import { columnOf, selected } from '../db/statements.ts'
import type { Connection } from '../db/transaction.ts'
import { LIST_FIELDS } from '../lists/queries.ts'
import { REVISION_FIELDS } from '../lists/revisions/keeping-queries.ts'
import { LAST_FIXED_GAME } from '../load-order/games.ts'
import {
  COPIED_TABLES,
  type CopiedColumns,
  type Counts,
  type FileRecord,
  type FreedSlugRecord,
  type GameRecord,
  type ListField,
  type ListRecord,
  type RevisionRecord,
  type RowRecord,
  type TokenRecord,
  type UserRecord,
} from './format.ts'

/** Number of rows that one statement reads. */
const BATCH = 200

/** Maximum bytes of file contents that one statement reads. A larger file is read by itself. */
const BATCH_BYTES = 2 ** 19

/** Condition for files that a list or a past revision has. The sweep deletes all others. */
const IN_USE = `(EXISTS (SELECT FROM list_files WHERE file_id = files.id)
  OR EXISTS (SELECT FROM revision_files WHERE file_id = files.id))`

/** Notes that a backup was made and read again at `now`. */
export async function noteCheckedBackup(db: Db, now: Date): Promise<void> {
  await db.checkedBackup.upsert({ where: { id: 1 }, create: { id: 1, checkedAt: now }, update: { checkedAt: now } })
}

export async function countAll(db: Connection): Promise<Counts> {
  const { rows } = await db.query<Counts>(`
    SELECT (SELECT count(*) FROM games WHERE id > ${LAST_FIXED_GAME})::int AS games,
      (SELECT count(*) FROM users)::int AS users, (SELECT count(*) FROM api_tokens)::int AS tokens,
      (SELECT count(*) FROM files WHERE ${IN_USE})::int AS files, (SELECT count(*) FROM lists)::int AS lists,
      (SELECT count(*) FROM list_revisions)::int AS revisions,
      (SELECT count(*) FROM freed_slugs)::int AS "freedSlugs",
      (${COPIED_TABLES.map((table) => `(SELECT count(*) FROM ${table})`).join(' + ')})::int AS rows`)
  return rows[0] ?? { games: 0, users: 0, tokens: 0, files: 0, lists: 0, revisions: 0, freedSlugs: 0, rows: 0 }
}

/**
 * Yields columns of all rows of a table, which are read in batches. `rest` selects and sorts the rows. The cursor is
 * closed by the end of the transaction, in which a table is read once.
 */
async function* everyRow<Row extends object>(
  db: Connection,
  table: string,
  columns: string,
  rest = '',
): AsyncGenerator<Row> {
  await db.query(`DECLARE every_${table} NO SCROLL CURSOR FOR SELECT ${columns} FROM ${table} ${rest}`)
  for (;;) {
    const { rows } = await db.query<Row>(`FETCH ${BATCH} FROM every_${table}`)
    yield* rows
    if (rows.length < BATCH) return
  }
}

export const everyAddedGame = (db: Connection) =>
  everyRow<GameRecord>(
    db,
    'games',
    selected('games', ['id', 'name', 'nexusDomain']).text,
    `WHERE id > ${LAST_FIXED_GAME} ORDER BY id`,
  )

export const everyUser = (db: Connection) =>
  everyRow<UserRecord>(
    db,
    'users',
    selected('users', ['id', 'name', 'verified', 'moderator', 'handle', 'createdAt']).text,
    'ORDER BY id',
  )

export const everyToken = (db: Connection) =>
  everyRow<TokenRecord>(
    db,
    'api_tokens',
    `${selected('api_tokens', ['id', 'userId', 'label', 'abilities', 'createdAt', 'expiresAt', 'revokedAt']).text},
      encode(hash, 'hex') AS hash, last_used_on::text AS "lastUsedOn"`,
    'ORDER BY id',
  )

export const everyList = (db: Connection) =>
  everyRow<ListRecord>(
    db,
    'lists',
    `${selected('lists', LIST_FIELDS).text},
      ARRAY(SELECT file_id FROM list_files WHERE list_id = lists.id ORDER BY position) AS files,
      (SELECT encode(hash, 'hex') FROM owner_keys WHERE list_id = lists.id) AS "ownerKeyHash"`,
    'ORDER BY id',
  )

export const everyRevision = (db: Connection) =>
  everyRow<RevisionRecord>(
    db,
    'list_revisions',
    `${selected('list_revisions', ['listId', 'number', 'createdAt', ...REVISION_FIELDS]).text}, file_ids AS files`,
    'ORDER BY list_id, number',
  )

export const everyFreedSlug = (db: Connection) =>
  everyRow<FreedSlugRecord>(
    db,
    'freed_slugs',
    selected('freed_slugs', ['slug', 'slugBase', 'slugNumber', 'freeAt']).text,
    'ORDER BY slug',
  )

/** Yields all rows of COPIED_TABLES. */
export async function* everyCopiedRow(db: Connection): AsyncGenerator<RowRecord> {
  for (const table of COPIED_TABLES) {
    const rows = everyRow<Pick<RowRecord, 'values'>>(db, table, `to_jsonb(${table}) - 'sender' AS values`)
    for await (const { values } of rows) yield { table, values }
  }
}

interface Column {
  table: string
  name: string
  type: string
  isRequired: boolean
}

/**
 * Returns the fields of lists with the types of their columns, and the columns of COPIED_TABLES that are exported: all
 * but `sender`.
 */
export async function readColumns(db: Connection): Promise<{ fields: ListField[]; copied: CopiedColumns }> {
  const { rows } = await db.query<Column>(
    `SELECT asked AS "table", attname AS name, format_type(atttypid, NULL) AS type, attnotnull AS "isRequired"
    FROM unnest($1::text[]) AS asked JOIN pg_attribute ON attrelid = asked::regclass
    WHERE attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [['lists', ...COPIED_TABLES]],
  )
  const columnsOf = (table: string) => rows.filter((row) => row.table === table)
  const ofLists = new Map(columnsOf('lists').map((column) => [column.name, column]))
  const fields = LIST_FIELDS.map((field) => {
    const column = ofLists.get(columnOf(field))
    if (column === undefined) throw new Error('The table lists lacks a column of the schema.')
    const { type, isRequired } = column
    return { field, type, isRequired, isKept: (REVISION_FIELDS as readonly string[]).includes(field) }
  })
  const exported = (table: string) => columnsOf(table).flatMap(({ name }) => (name === 'sender' ? [] : name))
  return { fields, copied: new Map(COPIED_TABLES.map((table) => [table, exported(table)])) }
}

/** Yields all files in use. Their sizes are read first, so that only a few large files are in memory at a time. */
export async function* everyFile(db: Connection): AsyncGenerator<FileRecord> {
  const sizes = everyRow<{ id: number; bytes: number }>(db, 'files', 'id, bytes', `WHERE ${IN_USE} ORDER BY id`)
  let ids: number[] = []
  let sum = 0
  for await (const { id, bytes } of sizes) {
    if (ids.length > 0 && (sum + bytes > BATCH_BYTES || ids.length === BATCH)) {
      yield* await findFiles(db, ids)
      ids = []
      sum = 0
    }
    ids.push(id)
    sum += bytes
  }
  yield* await findFiles(db, ids)
}

async function findFiles(db: Connection, ids: number[]): Promise<FileRecord[]> {
  const text = `
    SELECT id, clean_name AS "cleanName", replace(encode(content, 'base64'), E'\\n', '') AS content,
      created_at AS "createdAt" FROM files WHERE id = ANY($1) ORDER BY id`
  return (await db.query<FileRecord>(text, [ids])).rows
}
