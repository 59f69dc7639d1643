import { createHash } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Db } from '../db/client.ts'
import {
  applyMigration,
  beginMigrations,
  compareMigrations,
  MigrationError,
  requireNoTables,
} from '../db/migrations.ts'
import { quoted } from '../db/sql.ts'
import { CatalogError } from '../errors.ts'
import { isCleanName } from '../lists/writing/upload-rules.ts'
import { LAST_FIXED_GAME } from '../load-order/games.ts'
import {
  countRows,
  createReader,
  damaged,
  endLine,
  FORMAT,
  foreign,
  type Header,
  LEFT_OUT_COLUMNS,
  NOT_VALID,
  type Reader,
  rowsOf,
  TABLES,
  VERSION,
} from './format.ts'

/*
 * Export and import of a whole catalog. Problem: a backup outlives the version that made it, and may be damaged or
 * manipulated. Approach: COPY of each table, in one snapshot. An import is one transaction: it brings an empty database
 * to the migration of the backup, copies the rows, and applies later migrations. Guarantee: every later version can
 * import it, completely or not at all. Names of tables and columns in the file are only compared with those of the
 * database. Tests: test/backup/, test/faults/servers/backup.slow.test.ts.
 */

interface Source {
  url: string
  signal?: AbortSignal | undefined
}

type Progress = (done: number, all: number) => void

export async function noteCheckedBackup(db: Db, now: Date): Promise<void> {
  await db.checkedBackup.upsert({ where: { id: 1 }, create: { id: 1, checkedAt: now }, update: { checkedAt: now } })
}

/** Runs work in a transaction without time limits, whose values are written and read in the same form on every server. */
async function transact<T>({ url, signal }: Source, mode: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  client.on('error', () => {}) // the running statement fails as well
  const disconnect = () => void client.end()
  signal?.addEventListener('abort', disconnect)
  try {
    signal?.throwIfAborted()
    await client.connect()
    await client.query(`BEGIN ${mode}`)
    await client.query("SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL bytea_output = 'hex'")
    await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } finally {
    signal?.removeEventListener('abort', disconnect)
    await client.end() // rolls back what is not committed
  }
}

async function columnsOf(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    SELECT relname::text AS table, array_agg(attname::text ORDER BY attnum) AS columns
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    GROUP BY relname`)
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

/** SQL after FROM that selects the rows of a table that a backup has. */
function sourceOf(table: string): string {
  if (table === 'games') return `games WHERE id > ${LAST_FIXED_GAME}`
  if (table !== 'files') return quoted(table)
  return `files WHERE EXISTS (SELECT FROM list_files WHERE file_id = files.id)
    OR EXISTS (SELECT FROM revision_files WHERE file_id = files.id)`
}

/** Writes a backup of the catalog as it is now. Concurrent writes do not affect the backup. */
export function exportCatalog(
  source: Source & { clock: () => Date },
  target: Writable,
  progress: Progress,
): Promise<Header> {
  return transact(source, 'ISOLATION LEVEL REPEATABLE READ READ ONLY', async (client) => {
    const columns = await columnsOf(client)
    const { applied } = await compareMigrations(client)
    const tables: Header['tables'] = []
    for (const name of TABLES) {
      const found = columns.get(name)
      if (found === undefined) continue // the database is older than the table
      const { rows } = await client.query(`SELECT count(*)::int AS rows FROM ${sourceOf(name)}`)
      const kept = found.filter((column) => !LEFT_OUT_COLUMNS.includes(column))
      tables.push({ name, columns: kept, rows: rows[0].rows })
    }
    const exported = source.clock().toISOString()
    const header: Header = { format: FORMAT, version: VERSION, migration: applied.at(-1) ?? '', exported, tables }
    await pipeline(contentOf(client, header, progress), createGzip(), target, { signal: source.signal })
    return header
  })
}

async function* contentOf(client: pg.Client, header: Header, progress: Progress) {
  const first = `${JSON.stringify(header)}\n`
  const hash = createHash('sha256').update(first)
  let done = 0
  yield first
  for (const { name, columns } of header.tables) {
    const statement = `COPY (SELECT ${columns.map(quoted).join()} FROM ${sourceOf(name)}) TO STDOUT`
    for await (const chunk of client.query(copyTo(statement))) {
      hash.update(chunk)
      done += countRows(chunk)
      yield chunk
      progress(done, rowsOf(header))
    }
  }
  yield endLine(hash.digest('hex'))
}

/** Imports a backup into a database without tables, or into an empty catalog of its version, completely or not at all. */
export async function importCatalog(target: Source, source: Readable, progress: Progress): Promise<Header> {
  let refusal: unknown
  try {
    return await transact(target, '', (client) => {
      const read = (chunks: AsyncIterable<Buffer>) =>
        store(client, createReader(chunks), progress).catch((error: unknown) => {
          refusal = error
          throw error
        })
      return pipeline(source, createGunzip({ chunkSize: 2 ** 16 }), read, { signal: target.signal })
    })
  } catch (error) {
    throw refusalOf(refusal ?? error) // our own error says more than that of the interrupted stream
  }
}

async function store(client: pg.Client, reader: Reader, progress: Progress): Promise<Header> {
  const header = await reader.readHeader()
  await client.query(beginMigrations('transaction'))
  const later = await migrateTo(client, header.migration)
  const columns = await columnsOf(client)
  const tables = TABLES.filter((table) => columns.has(table))
  await requireEmpty(client, tables)
  for (const table of header.tables) {
    const known = tables.includes(table.name) ? columns.get(table.name) : undefined
    const used = known?.filter((column) => table.columns.includes(column) && !LEFT_OUT_COLUMNS.includes(column))
    if (used?.length !== table.columns.length) throw damaged(NOT_VALID)
    const statement = `COPY ${quoted(table.name)} (${table.columns.map(quoted).join()}) FROM STDIN`
    const start = reader.count()
    while (reader.count() < start + table.rows) {
      const before = reader.count()
      const copy = client.query(copyFrom(statement))
      await pipeline(reader.rows(start + table.rows - before), copy)
      if (copy.rowCount !== reader.count() - before) throw damaged(NOT_VALID) // COPY ends at a line with \.
      progress(reader.count(), rowsOf(header))
    }
  }
  await reader.end()
  for (const name of later) await applyMigration(client, name)
  await requireValid(client)
  await advanceIds(client)
  return header
}

/** Brings a database without tables to a migration. Returns the names of the later ones. */
async function migrateTo(client: pg.Client, migration: string): Promise<string[]> {
  const { applied, missing, unknown } = await compareMigrations(client)
  if (applied.length > 0 && unknown.length === 0 && applied.at(-1) === migration) return missing
  if (applied.length > 0) throw new MigrationError(NOT_WITHOUT_TABLES)
  await requireNoTables(client)
  const place = missing.indexOf(migration)
  if (place === -1)
    throw new CatalogError(
      'invalid',
      'This backup is of a newer version. Import it with that version. Nothing was changed.',
    )
  for (const name of missing.slice(0, place + 1)) await applyMigration(client, name)
  return missing.slice(place + 1)
}

const NOT_WITHOUT_TABLES =
  'The tables of this database are of another version than the backup. Import it into a new database. Nothing was changed.'

const NOT_EMPTY =
  'This catalog is not empty. Import the backup into a new database, without users, lists and added games. Nothing was changed.'

/** Keeps other transactions from writing, and throws if one of the tables has rows. */
async function requireEmpty(client: pg.Client, tables: string[]): Promise<void> {
  await client.query(`LOCK TABLE ${tables.map(quoted).join()} IN SHARE ROW EXCLUSIVE MODE`)
  const any = tables.map((table) => `(SELECT FROM ${table === 'games' ? sourceOf(table) : quoted(table)} LIMIT 1)`)
  const { rowCount } = await client.query(any.join(' UNION ALL '))
  if (rowCount !== 0) throw new CatalogError('invalid', NOT_EMPTY)
}

/** Rows that would be shown as something else than they are, or break addresses. */
const INVALID = `
  SELECT FROM lists WHERE slug !~ '^[a-z0-9-]{1,100}$' OR slug_base !~ '^[a-z0-9-]{1,100}$' OR revision_number < 1
  UNION ALL SELECT FROM list_revisions WHERE number < 1
  UNION ALL SELECT FROM freed_slugs WHERE slug !~ '^[a-z0-9-]{1,100}$' OR slug_base !~ '^[a-z0-9-]{1,100}$'
  UNION ALL SELECT FROM games WHERE nexus_domain !~ '^[a-z0-9]{1,100}$'
  UNION ALL SELECT FROM owner_keys WHERE octet_length(hash) <> 32
  UNION ALL SELECT FROM files WHERE bytes <> octet_length(content) OR name <> left(encode(hash, 'hex'), 32) || '-' || clean_name
    OR hash <> sha256(convert_to(octet_length(clean_name) || ':' || clean_name, 'UTF8') || content)
  LIMIT 1`

async function requireValid(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(INVALID)
  const { rows } = await client.query<{ name: string }>('SELECT DISTINCT clean_name AS name FROM files')
  if (rowCount !== 0 || !rows.every(({ name }) => isCleanName(name))) throw damaged(NOT_VALID)
}

/** Sets the sequences of ids so that new rows get ids above the imported ones. */
async function advanceIds(client: pg.Client): Promise<void> {
  for (const table of TABLES) {
    const { rows } = await client.query<{ sequence: string | null }>(
      `SELECT pg_get_serial_sequence(attrelid::regclass::text, attname) AS sequence FROM pg_attribute
       WHERE attrelid = $1::regclass AND attname = 'id'`,
      [table],
    )
    const sequence = rows[0]?.sequence
    if (sequence)
      await client.query(`SELECT setval($1, greatest((SELECT max(id) FROM ${quoted(table)}), 1))`, [sequence])
  }
}

/** Translates errors of PostgreSQL about the rows, and of zlib, into messages about the backup. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof pg.DatabaseError && /^(23503|23505)$/.test(code))
    return damaged('its records contradict each other')
  if (error instanceof pg.DatabaseError && /^(22|23|54)/.test(code)) return damaged(NOT_VALID)
  if (error.message === 'incorrect header check') return foreign()
  if (code === 'Z_BUF_ERROR') return damaged('its end is missing')
  if (code.startsWith('Z_')) return damaged('it cannot be decompressed')
  return error
}
