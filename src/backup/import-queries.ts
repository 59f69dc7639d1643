import { columnOf, quoted } from '../db/statements.ts'
import type { Connection } from '../db/transaction.ts'
import { storedFile } from '../lists/writing/files/uploaded-files.ts'
import { LAST_FIXED_GAME } from '../load-order/games.ts'
import { nameKey } from '../text/name-key.ts'
import {
  COPIED_TABLES,
  type FileRecord,
  type FreedSlugRecord,
  type GameRecord,
  type ListRecord,
  type RevisionRecord,
  type RowRecord,
  type TokenRecord,
  type UserRecord,
} from './format.ts'

// Raw statements, because Prisma's engine does not free the memory that it takes for each file content.

/** Keeps other transactions from writing until this one ends. Readers are not affected. */
export async function lockOutWriters(db: Connection): Promise<void> {
  await db.query(`LOCK TABLE games, users, api_tokens, lists, list_files, list_revisions, revision_files, files, released_files, freed_slugs,
    ${COPIED_TABLES} IN SHARE ROW EXCLUSIVE MODE`)
}

export async function isEmpty(db: Connection): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT FROM users UNION ALL SELECT FROM lists UNION ALL SELECT FROM moderation_actions
    UNION ALL SELECT FROM games WHERE id > ${LAST_FIXED_GAME} LIMIT 1`,
  )
  return rows.length === 0
}

/** Deletes rows that deleted lists have left behind. */
export async function deleteLeftovers(db: Connection): Promise<void> {
  const index = ['unindexed_lists', 'list_mods', 'mod_counts', 'mod_detail_counts']
  for (const table of ['files', 'released_files', 'freed_slugs', 'reports', ...index])
    await db.query(`DELETE FROM ${table}`)
}

/**
 * Inserts rows whose values are given as in JSON. A column that no row has gets its default. The schema of a line
 * allows only columns of the table, and their names are quoted.
 */
async function insertRows(db: Connection, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(field), value])),
  )
  const columns = [...new Set(named.flatMap((row) => Object.keys(row)))].map(quoted)
  await db.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(named)],
  )
}

export const insertGames = (db: Connection, games: GameRecord[]): Promise<void> =>
  insertRows(
    db,
    'games',
    games.map((game) => ({ ...game, nameKey: nameKey(game.name) })),
  )

export const insertUsers = (db: Connection, users: UserRecord[]): Promise<void> =>
  insertRows(
    db,
    'users',
    users.map((user) => ({ ...user, nameKey: nameKey(user.name) })),
  )

export const insertTokens = (db: Connection, tokens: TokenRecord[]): Promise<void> =>
  insertRows(
    db,
    'api_tokens',
    tokens.map((token) => ({ ...token, hash: `\\x${token.hash}` })),
  )

export async function insertFiles(db: Connection, files: FileRecord[]): Promise<void> {
  if (files.length === 0) return
  const rows = files.map(({ id, cleanName, content: base64, createdAt }) => {
    const content = Buffer.from(base64, 'base64')
    const { hash, name, bytes } = storedFile({ name: cleanName, pieces: [content] })
    return [id, hash, name, cleanName, bytes, content, createdAt]
  })
  const places = rows.map((row, index) => `(${row.map((_, column) => `$${index * row.length + column + 1}`)})`)
  await db.query(
    `INSERT INTO files (id, hash, name, clean_name, bytes, content, created_at) VALUES ${places}`,
    rows.flat(),
  )
}

interface NamedList {
  id: number
  name: string
  description: string | null
  author: string | null
  game: string
}

/** Inserts lists with their owner keys and the positions of their files. Returns the texts to index for the search. */
export async function insertLists(db: Connection, lists: ListRecord[]): Promise<NamedList[]> {
  if (lists.length === 0) return []
  const rows = lists.map(({ files: _, ownerKeyHash: __, ...list }) => list)
  await insertRows(db, 'lists', rows)
  await insertRows(
    db,
    'owner_keys',
    lists.flatMap(({ id, ownerKeyHash }) => (ownerKeyHash === null ? [] : { listId: id, hash: `\\x${ownerKeyHash}` })),
  )
  await insertRows(
    db,
    'list_files',
    lists.flatMap(({ id, files }) => files.map((fileId, position) => ({ listId: id, position, fileId }))),
  )
  const { rows: named } = await db.query<NamedList>(
    `SELECT lists.id, lists.name, description, users.name AS author, games.name AS game
    FROM lists JOIN games ON games.id = game_id LEFT JOIN users ON users.id = author_id WHERE lists.id = ANY($1)`,
    [lists.map(({ id }) => id)],
  )
  return named
}

/** Inserts past revisions. Triggers fill in revision_files. */
export const insertRevisions = (db: Connection, revisions: RevisionRecord[]): Promise<void> =>
  insertRows(
    db,
    'list_revisions',
    revisions.map(({ files, ...revision }) => ({ ...revision, fileIds: files })),
  )

export const insertFreedSlugs = (db: Connection, slugs: FreedSlugRecord[]): Promise<void> =>
  insertRows(db, 'freed_slugs', slugs)

/** Inserts rows of COPIED_TABLES, in the order of the tables. */
export async function insertCopiedRows(db: Connection, rows: RowRecord[]): Promise<void> {
  for (const name of COPIED_TABLES) {
    const values = rows.flatMap((row) => (row.table === name ? [row.values] : []))
    await insertRows(db, name, values)
  }
}

/** Stores the words by which lists are found. They have only letters and digits, so quoting them is enough. */
export const insertWords = (db: Connection, lists: { id: number; words: string[] }[]): Promise<void> =>
  insertRows(
    db,
    'list_search',
    lists.map(({ id, words }) => ({ listId: id, words: words.map((word) => `'${word}'`).join(' ') })),
  )

/**
 * Marks the queued files and lists as backlog of the index of mods. Backups do not contain the index; servers rebuild
 * it in the background.
 */
export async function queueForIndex(db: Connection): Promise<void> {
  await db.query('UPDATE unread_files SET backlog = true; UPDATE unindexed_lists SET backlog = true')
}

/** Sets the sequences of ids so that new rows get ids above the imported ones. */
export async function advanceIds(db: Connection): Promise<void> {
  for (const table of ['users', 'api_tokens', 'files', 'lists', 'passkeys', 'identities', 'moderation_actions'])
    await db.query(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), greatest((SELECT max(id) FROM ${table}), 1))`,
    )
}
