import { z } from 'zod'

// A backup is lines of JSON, compressed by gzip: a header, a record for each user, token, file and list, and an end
// with the SHA-256 of all lines before it. What can be worked out from the rest (hashes, keys) is not written.

export const FORMAT = 'mod-list-catalog backup'
const VERSION = 1

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
  users: count,
  tokens: count,
  files: count,
  lists: count,
})

export const UserRecord = z.strictObject({ id, name: z.string(), verified: z.boolean(), createdAt: moment })

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
})

/** The content is in base64, as the database writes it: the largest part of a backup goes through as it is. */
export const FileRecord = z.strictObject({ id, cleanName: z.string(), content: z.string(), createdAt: moment })

export const ListRecord = z.strictObject({
  id,
  slug: z.string(),
  slugBase: z.string(),
  slugNumber: z.int(),
  name: z.string(),
  version: z.string().nullable(),
  description: z.string().nullable(),
  website: z.string().nullable(),
  discord: z.string().nullable(),
  readme: z.string().nullable(),
  private: z.boolean(),
  expiresAt: moment.nullable(),
  createdAt: moment,
  updatedAt: moment,
  revision: count,
  gameId: id,
  authorId: id.nullable(),
  /** The ids of its files, in their order. */
  files: z.array(id),
})

export const Line = z.union([
  z.strictObject({ user: UserRecord }),
  z.strictObject({ token: TokenRecord }),
  z.strictObject({ file: FileRecord }),
  z.strictObject({ list: ListRecord }),
  z.strictObject({ end: z.strictObject({ sha256: z.string() }) }),
])

export type Header = z.output<typeof Header>
export type Counts = Pick<Header, 'users' | 'tokens' | 'files' | 'lists'>
export type UserRecord = z.output<typeof UserRecord>
export type TokenRecord = z.output<typeof TokenRecord>
export type FileRecord = z.output<typeof FileRecord>
export type ListRecord = z.output<typeof ListRecord>
export type Line = z.output<typeof Line>
/** A line between the header and the end. */
export type BackupRecord = Exclude<Line, { end: unknown }>

export const headerLine = (exported: Date, counts: Counts): string =>
  written(Header.encode({ format: FORMAT, version: VERSION, exported, ...counts }))

export const recordLine = (record: Line): string => written(Line.encode(record))

const written = (value: object) => `${JSON.stringify(value)}\n`

/** How many records there are in all. */
export const total = ({ users, tokens, files, lists }: Counts): number => users + tokens + files + lists
