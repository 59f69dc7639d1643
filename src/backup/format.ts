import { createHash } from 'node:crypto'
import { z } from 'zod'
import { CatalogError } from '../errors.ts'

// A backup is compressed with gzip: a line of JSON (Header), the rows of its tables as PostgreSQL's COPY writes them,
// and a line with the SHA-256 of all that.

export const FORMAT = 'mod-list-catalog backup'
export const VERSION = 5

/**
 * Tables in a backup, in the order of the file: each after those that it refers to. One that a later version drops stays
 * here, for earlier backups. The others end soon, have secrets or hashes of addresses, or are made again.
 */
export const TABLES: readonly string[] = [
  'games', // those that an operator added
  'users',
  'reserved_names',
  'suspensions',
  'api_tokens',
  'passkeys',
  'identities',
  'files', // those that a list or a past revision has
  'lists',
  'list_files',
  'owner_keys',
  'list_search',
  'list_revisions',
  'freed_slugs',
  'reports',
  'more_reports',
  'moderation_actions',
  'blocked_files',
]

/** Columns that are not in a backup, in any table: a hash of an address. */
export const LEFT_OUT_COLUMNS = ['sender']

const Header = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  migration: z.string(),
  exported: z.iso.datetime(),
  tables: z.array(
    z.strictObject({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.int().nonnegative() }),
  ),
})
export type Header = z.output<typeof Header>

export const rowsOf = ({ tables }: Pick<Header, 'tables'>, table?: string): number =>
  tables.reduce((sum, { name, rows }) => sum + (table === undefined || name === table ? rows : 0), 0)

/** Maximum length of the first and of the last line, in bytes. */
const MAX_LINE = 2 ** 20

/** Rows are copied in batches of about so many bytes, because triggers hold the rows of a statement. */
const BATCH_BYTES = 2 ** 25

const LINE_FEED = 0x0a

export function countRows(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count++
  return count
}

export type Reader = ReturnType<typeof createReader>

/** Reads the decompressed bytes of a backup in their order, and hashes them. */
export function createReader(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]()
  const hash = createHash('sha256')
  let rest: Buffer = Buffer.alloc(0)
  let rowsRead = 0

  async function fill(): Promise<boolean> {
    while (rest.length === 0) {
      const { value, done } = await iterator.next()
      if (done) return false
      rest = value
    }
    return true
  }

  function take(length: number): Buffer {
    const taken = rest.subarray(0, length)
    rest = rest.subarray(length)
    return taken
  }

  /** Returns the next line without its end; undefined at the end, or if the line is too long. */
  async function readLine(): Promise<Buffer | undefined> {
    const pieces: Buffer[] = []
    for (let length = 0; length <= MAX_LINE && (await fill()); ) {
      const end = rest.indexOf(LINE_FEED)
      const piece = take(end === -1 ? rest.length : end + 1)
      pieces.push(piece)
      length += piece.length
      if (end !== -1) return Buffer.concat(pieces).subarray(0, -1)
    }
    return undefined
  }

  return {
    async readHeader(): Promise<Header> {
      const text = await readLine()
      if (text === undefined) throw foreign()
      hash.update(text).update('\n')
      return readHeader(text)
    },

    count: () => rowsRead,

    /** Yields the next rows: at least one, at most `most`, and no more than a batch. */
    async *rows(most: number): AsyncGenerator<Buffer> {
      let [rows, bytes] = [0, 0]
      while (await fill()) {
        let end = 0
        let isLast = false
        for (let at = rest.indexOf(LINE_FEED); at !== -1 && !isLast; at = rest.indexOf(LINE_FEED, end)) {
          end = at + 1
          isLast = ++rows === most || bytes + end >= BATCH_BYTES
        }
        const chunk = take(isLast ? end : rest.length)
        bytes += chunk.length
        hash.update(chunk)
        if (isLast) rowsRead += rows
        yield chunk
        if (isLast) return
      }
      throw damaged('a part of it is missing')
    },

    /** Throws unless the last line follows, and nothing after it. */
    async end(): Promise<void> {
      const text = await readLine()
      if (text === undefined) throw damaged('a part of it is missing')
      if (text.toString() !== endLine(hash.digest('hex')).trimEnd()) throw damaged('its checksum is wrong')
      if (await fill()) throw damaged('something follows its end')
    },
  }
}

export const endLine = (sha256: string): string => `${JSON.stringify({ sha256 })}\n`

function readHeader(text: Buffer): Header {
  let value: { format?: unknown; version?: unknown } | undefined
  try {
    value = JSON.parse(text.toString())
  } catch {}
  const { data, success } = Header.safeParse(value)
  if (success) return data
  if (value?.format !== FORMAT) throw foreign()
  if (value.version === VERSION || !Number.isInteger(value.version)) throw damaged('its first line is not valid')
  throw new CatalogError(
    'invalid',
    `This backup is of version ${value.version}, and this program reads version ${VERSION}. Import it with the version ` +
      'of the program that made it. Nothing was changed.',
  )
}

export const foreign = () =>
  new CatalogError('malformed', 'This is not a backup of a mod list catalog. Nothing was changed.')

/** Why a backup is damaged: a row does not have the form of its table. */
export const NOT_VALID = 'a record is not valid'

export const damaged = (how: string) =>
  new CatalogError('malformed', `The backup is damaged: ${how}. Nothing was changed.`)
