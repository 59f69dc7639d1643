import { createHash } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import split2 from 'split2'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Db } from '../db/client.ts'
import { isConflict } from '../db/failures.ts'
import { readLongSnapshot, transactLong } from '../db/transaction.ts'
import { CatalogError } from '../errors.ts'
import { storedFile } from '../lists/upload.ts'
import {
  type Counts,
  FORMAT,
  Header,
  headerLine,
  Line,
  type ListRecord,
  recordLine,
  type TokenRecord,
  total,
  type UserRecord,
} from './format.ts'
import {
  advanceIds,
  countAll,
  deleteLeftovers,
  everyFile,
  everyList,
  everyToken,
  everyUser,
  insertFiles,
  insertLists,
  insertTokens,
  insertUsers,
  isEmpty,
  lockOutWriters,
} from './queries.ts'

/** Told after each record, of all. */
export type Progress = (done: number, all: number) => void

/** Records that are stored at once, and the bytes of file contents among them. */
const BATCH = 200
const BATCH_BYTES = 2 ** 20

/** No line is longer: a file that decompresses without end is none of ours. */
const MAX_LINE = 256 * 2 ** 20

/** Writes the catalog as it is at this moment, whatever is written to it meanwhile. */
export function exportCatalog(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  target: Writable,
  progress: Progress,
): Promise<Counts> {
  return readLongSnapshot(db, async (snapshot) => {
    const counts = await countAll(snapshot)
    await pipeline(checkedLines(snapshot, headerLine(clock(), counts), counts, progress), createGzip(), target)
    return counts
  })
}

async function* checkedLines(db: Db, header: string, counts: Counts, progress: Progress) {
  const hash = createHash('sha256').update(header)
  let done = 0
  yield header
  for await (const record of everyRecord(db)) {
    const line = recordLine(record)
    hash.update(line)
    yield line
    progress(++done, total(counts))
  }
  yield recordLine({ end: { sha256: hash.digest('hex') } })
}

/** What others refer to comes first. */
async function* everyRecord(db: Db): AsyncGenerator<Line> {
  for await (const user of everyUser(db)) yield { user }
  for await (const token of everyToken(db)) yield { token }
  for await (const file of everyFile(db)) yield { file }
  for await (const { files, ...list } of everyList(db)) yield { list: { ...list, files: files.map((f) => f.fileId) } }
}

/** Puts a backup into an empty catalog: all of it, or nothing where anything is wrong. */
export async function importCatalog(
  { db }: Pick<Context, 'db'>,
  source: Readable,
  progress: Progress,
): Promise<Counts> {
  try {
    return await transactLong(db, async (transaction) => {
      await lockOutWriters(transaction)
      if (!(await isEmpty(transaction))) throw new CatalogError('invalid', NOT_EMPTY)
      await deleteLeftovers(transaction)
      const counts = await readLines(source, (lines) => store(transaction, lines, progress))
      await advanceIds(transaction)
      return counts
    })
  } catch (fault) {
    throw refusalOf(fault)
  }
}

const NOT_EMPTY =
  'This catalog is not empty: a backup goes into a new one, without users and lists. Nothing was changed.'

/** The lines of a compressed file. What `read` has against them goes before the streams' complaint that it stopped. */
async function readLines<T>(source: Readable, read: (lines: AsyncIterable<string>) => Promise<T>): Promise<T> {
  let fault: unknown
  const noted = (lines: AsyncIterable<string>) =>
    read(lines).catch((refusal: unknown) => {
      fault = refusal
      throw refusal
    })
  try {
    return await pipeline(source, createGunzip(), split2({ maxLength: MAX_LINE }), noted)
  } catch (failure) {
    throw fault ?? failure
  }
}

async function store(db: Db, lines: AsyncIterable<string>, progress: Progress): Promise<Counts> {
  const hash = createHash('sha256')
  const batch = newBatch(db)
  let header: Header | undefined
  let done = 0
  let isWhole = false

  for await (const text of lines) {
    if (isWhole) throw damaged('something follows its end')
    const line = header === undefined ? undefined : readLine(text)
    if (line !== undefined && 'end' in line) {
      if (line.end.sha256 !== hash.digest('hex')) throw damaged('its checksum is wrong')
      isWhole = true
      continue
    }
    hash.update(`${text}\n`)
    if (header === undefined || line === undefined) header = readHeader(text)
    else {
      await batch.add(line)
      progress(++done, total(header))
    }
  }
  await batch.flush()
  if (header === undefined) throw foreign()
  if (!isWhole || done !== total(header)) throw damaged('a part of it is missing')
  return header
}

/** Collects records, and stores many of them by one statement. */
function newBatch(db: Db) {
  const users: UserRecord[] = []
  const tokens: TokenRecord[] = []
  const files: Parameters<typeof insertFiles>[1] = []
  const lists: ListRecord[] = []
  let count = 0
  let bytes = 0

  const flush = async () => {
    await insertUsers(db, users.splice(0))
    await insertTokens(db, tokens.splice(0))
    await insertFiles(db, files.splice(0))
    await insertLists(db, lists.splice(0))
    count = 0
    bytes = 0
  }
  const add = async (line: Exclude<Line, { end: unknown }>) => {
    if (count === BATCH || bytes > BATCH_BYTES) await flush()
    count++
    if ('user' in line) users.push(line.user)
    else if ('token' in line) tokens.push(line.token)
    else if ('list' in line) lists.push(line.list)
    else {
      const { id, cleanName, content, createdAt } = line.file
      files.push({ ...storedFile({ name: cleanName, content }), id, createdAt })
      bytes += content.length
    }
  }
  return { add, flush }
}

function readHeader(text: string): Header {
  const value = parseJson(text)
  const { data, success } = Header.safeDecode(value as z.input<typeof Header>)
  if (success) return data
  if (value?.format !== FORMAT) throw foreign()
  throw new CatalogError('invalid', `This backup is of version ${value.version}, which this program does not know.`)
}

function readLine(text: string): Line {
  const { data, success } = Line.safeDecode(parseJson(text) as z.input<typeof Line>)
  if (!success) throw damaged('a record is not valid')
  return data
}

function parseJson(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const foreign = () => new CatalogError('malformed', 'This is not a backup of a mod list catalog. Nothing was changed.')

const damaged = (how: string) => new CatalogError('malformed', `The backup is damaged: ${how}. Nothing was changed.`)

/** What a damaged or foreign file makes of the programs that read it. */
function refusalOf(fault: unknown): unknown {
  if (isConflict(fault)) return damaged('its records contradict each other')
  if (!(fault instanceof Error)) return fault
  if (fault.message === 'incorrect header check') return foreign()
  if ('code' in fault && fault.code === 'Z_BUF_ERROR') return damaged('its end is missing')
  if ('code' in fault && String(fault.code).startsWith('Z_')) return damaged('it can not be decompressed')
  if (fault.message === 'maximum buffer reached') return damaged('a line has no end')
  return fault
}
