import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { CatalogError } from '../errors.ts'
import { type BackupRecord, FORMAT, Header, type Line, type LineCodec, total, VERSION } from './format.ts'

/** Maximum length of a line in bytes. It stops files that decompress without end. */
const MAX_LINE = 256 * 2 ** 20

const LINE_FEED = 0x0a

/**
 * Reads a compressed backup, calls `take` for each record, and returns the header. Throws at the first error, which may
 * be the checksum at the end: the caller must be able to undo everything until then.
 */
export async function readBackup(
  source: Readable,
  codec: LineCodec,
  take: (record: BackupRecord, header: Header) => Promise<void>,
  signal?: AbortSignal,
): Promise<Header> {
  let error: unknown
  const noted = (chunks: AsyncIterable<Buffer>) =>
    readLines(linesOf(chunks), codec, take).catch((refusal: unknown) => {
      error = refusal
      throw refusal
    })
  try {
    return await pipeline(source, createGunzip({ chunkSize: 2 ** 16 }), noted, { signal })
  } catch (failure) {
    throw refusalOf(error ?? failure) // our own error says more than that of the interrupted stream
  }
}

async function readLines(
  lines: AsyncIterable<Buffer>,
  codec: LineCodec,
  take: (record: BackupRecord, header: Header) => Promise<void>,
): Promise<Header> {
  const hash = createHash('sha256')
  let header: Header | undefined
  let done = 0
  let isWhole = false

  for await (const text of lines) {
    if (isWhole) throw damaged('something follows its end')
    const line = header === undefined ? undefined : readLine(codec, text)
    if (line !== undefined && 'end' in line) {
      if (line.end.sha256 !== hash.digest('hex')) throw damaged('its checksum is wrong')
      isWhole = true
      continue
    }
    hash.update(text).update('\n')
    if (header === undefined || line === undefined) {
      header = readHeader(text)
    } else {
      done++
      await take(line, header)
    }
  }
  if (header === undefined) throw foreign()
  if (!isWhole || done !== total(header)) throw damaged('a part of it is missing')
  return header
}

/** Yields the lines without their line ends. A line is joined only when it is complete, because lines can be large. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let to = chunk.indexOf(LINE_FEED); to !== -1; to = chunk.indexOf(LINE_FEED, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, to)])
      parts = []
      length = 0
      from = to + 1
    }
    parts.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > MAX_LINE) throw damaged('a line has no end')
  }
  if (length > 0) yield Buffer.concat(parts)
}

function readHeader(text: Buffer): Header {
  const value = parseJson(text)
  const { data, success } = Header.safeDecode(value as z.input<typeof Header>)
  if (success) return data
  if (value?.format !== FORMAT) throw foreign()
  if (value.version === VERSION || !Number.isInteger(value.version)) throw damaged('its first line is not valid')
  throw new CatalogError(
    'invalid',
    `This backup is of version ${value.version}, and this program reads version ${VERSION}. Import it with the version ` +
      'of the program that made it. Nothing was changed.',
  )
}

function readLine(codec: LineCodec, text: Buffer): Line {
  const { data, success } = z.safeDecode(codec, parseJson(text))
  if (!success) throw damaged(NOT_VALID)
  return data
}

function parseJson(text: Buffer) {
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}

const foreign = () => new CatalogError('malformed', 'This is not a backup of a mod list catalog. Nothing was changed.')

/** Why a backup is damaged: a line does not have the form of its record. */
export const NOT_VALID = 'a record is not valid'

export const damaged = (how: string) =>
  new CatalogError('malformed', `The backup is damaged: ${how}. Nothing was changed.`)

/** Translates errors of zlib into messages about the backup. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.message === 'incorrect header check') return foreign()
  if ('code' in error && error.code === 'Z_BUF_ERROR') return damaged('its end is missing')
  if ('code' in error && String(error.code).startsWith('Z_')) return damaged('it cannot be decompressed')
  return error
}
