import { z } from 'zod'
import { NEXUS_DOMAIN } from '../games/nexus.ts'
import type { StoredList } from '../lists/queries.ts'
import type { StoredRevision } from '../lists/revisions/keeping-queries.ts'
import { isCleanName } from '../lists/writing/upload-rules.ts'
import { LAST_FIXED_GAME } from '../load-order/games.ts'

// A backup is a file of JSON lines, compressed with gzip: a header, a record for each added game, user, token, file,
// list, past revision, freed slug and row of other tables, and an end with the SHA-256 of all lines before it. Values
// that can be computed from others, such as hashes of files and keys of names, are left out.

export const FORMAT = 'mod-list-catalog backup'
export const VERSION = 4

const count = z.int().nonnegative()
const id = z.int().positive()
const moment = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})

export const Header = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  exported: moment,
  /** Games that an operator added. Backups of earlier builds have none. */
  games: count.default(0),
  users: count,
  tokens: count,
  files: count,
  lists: count,
  /** Past revisions. */
  revisions: count,
  freedSlugs: count,
  /** Rows of COPIED_TABLES. */
  rows: count,
})

/** A game that an operator added. */
export const GameRecord = z.strictObject({
  id: z.int32().min(LAST_FIXED_GAME + 1),
  name: z.string(),
  /** The game in addresses of Nexus Mods. */
  nexusDomain: z.string().regex(NEXUS_DOMAIN).nullable(),
})

export const UserRecord = z.strictObject({
  id,
  name: z.string(),
  verified: z.boolean(),
  moderator: z.boolean(),
  /** The user handle of the user's passkeys. */
  handle: z.uuid(),
  createdAt: moment,
})

export const TokenRecord = z.strictObject({
  id,
  userId: id,
  label: z.string().nullable(),
  /** In hexadecimal digits. */
  hash: z.string(),
  abilities: z.array(z.string()),
  createdAt: moment,
  expiresAt: moment.nullable(),
  revokedAt: moment.nullable(),
  lastUsedOn: z.iso.date().nullable(),
})

/** A slug, which becomes part of addresses. */
const slug = z.string().regex(/^[a-z0-9-]{1,100}$/)

/** A slug that is reserved until `freeAt`. */
export const FreedSlugRecord = z.strictObject({
  slug,
  slugBase: slug,
  slugNumber: z.int32(),
  freeAt: moment,
})

/**
 * Tables whose rows are exported and imported unchanged. A table comes before those that refer to it. The column
 * `sender` is left out, because it is a hash of an address.
 */
export const COPIED_TABLES = [
  'passkeys',
  'identities',
  'suspensions',
  'reports',
  'more_reports',
  'blocked_files',
  'moderation_actions',
  'reserved_names',
] as const

/** A row of one of COPIED_TABLES, as PostgreSQL converts it to and from JSON. */
export interface RowRecord {
  table: (typeof COPIED_TABLES)[number]
  values: Record<string, unknown>
}

/** The names of the columns that a backup has, by table. */
export type CopiedColumns = ReadonlyMap<string, readonly string[]>

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])

/**
 * Returns the schema of a row, which may have only columns of its table. The names of columns become part of a
 * statement. A row may lack a column, because the backup may be older than the column.
 */
function rowSchema(columns: CopiedColumns) {
  const tables = COPIED_TABLES.map((table) => {
    const values = (columns.get(table) ?? []).map((name) => [name, z.union([scalar, z.array(scalar)]).optional()])
    return z.strictObject({ table: z.literal(table), values: z.strictObject(Object.fromEntries(values)) })
  })
  return z.union(tables)
}

/**
 * A stored file. PostgreSQL encodes the content in base64, so that the largest part of a backup is copied unchanged.
 */
export const FileRecord = z.strictObject({
  id,
  cleanName: z.string().refine(isCleanName),
  content: z.string(),
  createdAt: moment,
})

export type ListRecord = StoredList & {
  /** The ids of its files, in their order. */
  files: number[]
  /** In hexadecimal digits. Null if the list has no owner key. */
  ownerKeyHash: string | null
}

/** A past revision of a list. `files` are ids of file records. */
export type RevisionRecord = Omit<StoredRevision, 'fileIds'> & { files: number[] }

/** A SHA-256 in hexadecimal digits. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** A field of a list, with its type in the database. */
export interface ListField {
  field: string
  type: string
  isRequired: boolean
  /** Whether past revisions have this field, too. */
  isKept: boolean
}

/** The form of each column type in a backup. */
const TYPES: Record<string, z.ZodType> = {
  boolean: z.boolean(),
  integer: z.int32().nonnegative(),
  text: z.string(),
  uuid: z.uuid(),
  'timestamp with time zone': moment,
}

/** Returns the schema of a field. An optional field may be missing, because the backup may be older than the field. */
function valueSchema({ field, type, isRequired }: ListField): z.ZodType {
  const schema = TYPES[type]
  if (schema === undefined) throw new Error(`A backup has no form for ${field}, which is of the type ${type}.`)
  return isRequired ? schema : schema.nullish()
}

/** Returns the schema of all lines after the header, for lists with these fields and rows with these columns. */
export function lineCodec({ fields, copied }: { fields: readonly ListField[]; copied: CopiedColumns }): LineCodec {
  const values = Object.fromEntries(fields.map((field) => [field.field, valueSchema(field)]))
  const kept = Object.fromEntries(
    fields.filter(({ isKept }) => isKept).map((field) => [field.field, valueSchema(field)]),
  )
  const revision = z.strictObject({ listId: id, number: id, createdAt: moment, ...kept, files: z.array(id) })
  const list = z.strictObject({
    ...values,
    id,
    slug,
    slugBase: slug,
    files: z.array(id),
    ownerKeyHash: sha256.nullable(),
  })
  return z.union([
    z.strictObject({ game: GameRecord }),
    z.strictObject({ user: UserRecord }),
    z.strictObject({ token: TokenRecord }),
    z.strictObject({ file: FileRecord }),
    z.strictObject({ list }),
    z.strictObject({ revision }),
    z.strictObject({ freedSlug: FreedSlugRecord }),
    z.strictObject({ row: rowSchema(copied) }),
    z.strictObject({ end: z.strictObject({ sha256: z.string() }) }),
  ]) as unknown as LineCodec
}
export type LineCodec = z.ZodType<Line>

/** The records of a backup, by kind. */
export interface Records {
  game: GameRecord
  user: UserRecord
  token: TokenRecord
  file: FileRecord
  list: ListRecord
  revision: RevisionRecord
  freedSlug: FreedSlugRecord
  row: RowRecord
}

/** A line between the header and the end: an object with one record under its kind. */
export type BackupRecord = { [Kind in keyof Records]: Pick<Records, Kind> }[keyof Records]

export type Line = BackupRecord | { end: { sha256: string } }

export type Header = z.output<typeof Header>
/** Numbers of records. */
export type Counts = Omit<Header, 'format' | 'version' | 'exported'>
export type GameRecord = z.output<typeof GameRecord>
export type UserRecord = z.output<typeof UserRecord>
export type TokenRecord = z.output<typeof TokenRecord>
export type FileRecord = z.output<typeof FileRecord>
export type FreedSlugRecord = z.output<typeof FreedSlugRecord>

export const headerLine = (exported: Date, counts: Counts): string =>
  written(Header.encode({ format: FORMAT, version: VERSION, exported, ...counts }))

export const recordLine = (codec: LineCodec, record: Line): string => written(z.encode(codec, record) as object)

const written = (value: object) => `${JSON.stringify(value)}\n`

/** Returns the number of all records. */
export const total = ({ games, users, tokens, files, lists, revisions, freedSlugs, rows }: Counts): number =>
  games + users + tokens + files + lists + revisions + freedSlugs + rows
