import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import { CatalogError, invalid } from '../../errors.ts'
import { createUploadMemory, type UploadReservation } from '../limits/upload-memory.ts'
import { type FormFile, refuseTooMany, type UploadLimits } from './upload.ts'

/** Maximum number of parts of a form in addition to its files. Unknown ones are ignored. */
const SPARE_PARTS = 200

/** Limits of a form that takes no files. A file is read, so that the error can say so. */
export const NO_FILES: UploadLimits = { maxFiles: 0, maxFileBytes: 2 ** 16, maxBodyBytes: 2 ** 16 }

/** Memory for all large uploads, in bytes: enough for two of the largest. Storing them takes several times as much. */
const UPLOAD_MEMORY = 16 * 2 ** 20

/**
 * Returns a hook that reads a multipart form into `request.body`, so that route schemas validate forms too. Text fields
 * are set by name: a name that ends in `[]` has all values, any other name has the last one. The files of `files`,
 * `files[]` and `files[0]` become `files`, an array of FormFile. Bodies of other types stay as they are.
 */
export function formReader(limits: UploadLimits): preValidationAsyncHookHandler {
  const memory = createUploadMemory(Math.max(UPLOAD_MEMORY, limits.maxBodyBytes))

  return async (request, reply) => {
    if (!request.isMultipart()) return
    const reservation = memory.open()
    if (reply.raw.destroyed) reservation.release()
    else reply.raw.once('close', reservation.release)
    const tooLarge = watchSize(request, limits.maxBodyBytes)
    const form = await Promise.race([readForm(request, limits, reservation), tooLarge, rejectedBy(reservation.signal)])
    request.body = form.body // also set if the form is refused, so that the page can show the input again
    if (form.refusal !== undefined) throw form.refusal
    reservation.complete()
  }
}

interface Form {
  /** The fields and files. If the form is refused, the files keep only their names. */
  body: object
  /** The error of the first refused part. Fields after it are still read; files are not. */
  refusal: CatalogError | undefined
}

/** Rejects as soon as the body exceeds `limit` bytes. Never resolves. */
function watchSize(request: FastifyRequest, limit: number): Promise<never> {
  return new Promise((_, reject) => {
    let bytes = 0
    const refuse = () => reject(new CatalogError('too_large', `The request is larger than ${limit} bytes.`))
    if (Number(request.headers['content-length'] ?? 0) > limit) return refuse()
    request.raw.on('data', function count(chunk: Buffer) {
      bytes += chunk.length
      if (bytes <= limit) return
      request.raw.off('data', count) // more may arrive until the client reads the response
      refuse()
    })
  })
}

/** Rejects as soon as the signal aborts. Never resolves. */
const rejectedBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

async function readForm(request: FastifyRequest, limits: UploadLimits, reservation: UploadReservation): Promise<Form> {
  const fields = new Map<string, unknown>()
  const files: FormFile[] = []
  let refusal: CatalogError | undefined
  let open: Readable | undefined
  const dropPieces = () => {
    for (const { pieces } of files) pieces.splice(0)
  }
  // A cancelled upload frees its memory at once, though its connection may stay open for a while.
  const cancel = () => {
    dropPieces()
    open?.destroy(reservation.signal.reason)
  }
  reservation.signal.addEventListener('abort', cancel, { once: true })
  const options = {
    throwFileSizeLimit: false,
    preservePath: true, // the rules of uploads decide whether a name can be stored
    limits: { fileSize: limits.maxFileBytes, fieldSize: 2 ** 16, parts: limits.maxFiles + SPARE_PARTS },
  }

  for await (const part of translateErrors(request.parts(options))) {
    await take(headLength(part))
    if (refusal !== undefined && part.type === 'file') {
      part.file.resume()
      if (part.filename) files.push({ name: decodeName(part.filename), pieces: [] })
      continue
    }
    await takePart(part).catch((error: unknown) => {
      if (!(error instanceof CatalogError) || error.kind !== 'invalid') throw error
      refusal ??= error
      dropPieces()
      if (part.type === 'file') part.file.resume()
    })
  }
  await readToEnd(request.raw)
  return { body: { ...Object.fromEntries(fields), files }, refusal }

  /** Waits for memory. Pauses the request meanwhile, because the parser waits for nothing but the contents of files. */
  async function take(bytes: number) {
    request.raw.pause()
    await reservation.take(bytes).finally(() => request.raw.resume())
  }

  async function takePart(part: Multipart) {
    // The parser's types say that each part has a name, but clients send parts without one.
    const name = (part.fieldname as string | undefined)?.replace(/^files\[\d*\]$/, 'files')
    if (name === undefined) throw malformed('a part has no name')
    if (part.type === 'field') {
      await take(String(part.value).length)
      if (part.valueTruncated) throw invalid({ [name]: [`The ${name} field is too long.`] })
      if (name === 'files') refuseTextAsFile(part.value)
      else if (name.endsWith('[]')) fields.set(name, [...((fields.get(name) as unknown[]) ?? []), part.value])
      else fields.set(name, part.value)
      return
    }
    if (name !== 'files') {
      const hint = limits.maxFiles === 0 ? 'This form takes no files.' : 'Files go into files[].'
      throw invalid({ [name]: [`The ${name} field must be text, not a file. ${hint}`] })
    }
    open = part.file
    const file = await readFile(part, limits.maxFileBytes, reservation)
    if (file !== null) files.push(file)
    refuseTooMany(files, limits)
  }
}

/** Reads the rest of the request. A form that breaks off after its last part is incomplete. */
async function readToEnd(request: IncomingMessage): Promise<void> {
  if (request.readableEnded) return
  request.resume()
  await finished(request, { writable: false }).catch(() => {
    throw malformed('it breaks off')
  })
}

/** Returns how much of a part's head the parser keeps in memory. A name may be as long as a small file. */
const headLength = (part: Multipart): number =>
  [part.fieldname, part.mimetype, part.encoding, part.type === 'file' ? part.filename : undefined].join('').length

/**
 * Reads a file piece by piece, as memory becomes free. Returns null for a file without a name, which browsers send for
 * an empty file input.
 */
async function readFile(
  { file, filename }: MultipartFile,
  maxBytes: number,
  reservation: UploadReservation,
): Promise<FormFile | null> {
  const pieces: Buffer<ArrayBuffer>[] = []
  for await (const piece of translateErrors(file)) {
    await reservation.take(piece.length)
    pieces.push(piece)
  }
  if (!filename) return null
  const name = decodeName(filename)
  if (file.truncated) throw invalid({ files: [`The file ${name} is larger than ${maxBytes} bytes.`] })
  return { name, pieces: pieces.length === 0 ? [Buffer.alloc(0)] : pieces }
}

/**
 * Decodes a quoted name. Browsers and curl write quotes and line breaks as `%22`, `%0D` and `%0A`, and escape nothing
 * else (HTML standard, multipart form data). A name that really contains `%22` can't be distinguished.
 */
const decodeQuoted = (name: string): string => name.replace(/%22|%0D|%0A/gi, decodeURIComponent)

/**
 * Decodes a file name. .NET writes a non-ASCII name as an encoded word (RFC 2047), which the parser prefers to the
 * `filename*` after it.
 */
function decodeName(name: string): string {
  const [, word] = /^=\?utf-8\?B\?([\w+/=]+)\?=$/i.exec(name) ?? []
  return word === undefined ? decodeQuoted(name) : Buffer.from(word, 'base64').toString('utf8')
}

/** Explains a common mistake with curl: `-F 'files[]=modlist.txt'` sends the file's name as text. */
function refuseTextAsFile(value: unknown) {
  if (value === '') return
  throw invalid({ files: ["The files field must be files, not text. With curl: -F 'files[]=@modlist.txt'."] })
}

/** Translates parser errors: plain ones for a body that is not a multipart form, 406 for a part that is not JSON. */
async function* translateErrors<Part>(parts: AsyncIterable<Part>): AsyncIterable<Part> {
  try {
    yield* parts
  } catch (error) {
    if (!(error instanceof Error) || error instanceof CatalogError) throw error
    if ('statusCode' in error && error.statusCode !== 406) throw error
    throw malformed(error.message)
  }
}

const malformed = (reason: string) =>
  new CatalogError('malformed', `The body is not a valid multipart form: ${reason}.`)
