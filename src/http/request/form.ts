import { addAbortSignal } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import { CatalogError, invalid } from '../../errors.ts'
import { createUploadMemory, type Reservation } from '../limits/upload-memory.ts'

/** What an upload may hold at the most (CONTRACT.md, files). */
export interface UploadLimits {
  maxFiles: number
  maxFileBytes: number
  maxBodyBytes: number
}

/** A file as it was sent. */
export interface FormFile {
  name: string
  content: Buffer<ArrayBuffer>
}

/** Fields and empty file inputs that nobody needs are read over, up to this many parts. */
const SPARE_PARTS = 200

/** What all large uploads that are read or stored at one time may hold: two of the largest. Storing takes several times as much. */
const UPLOAD_MEMORY = 16 * 2 ** 20

/**
 * A hook that reads a multipart form into `request.body`, so that route schemas validate forms too: text fields by
 * name (of two with one name the last), and `files`, an array of FormFile, whatever its brackets (`files[]`, `files[0]`).
 * Bodies of other types are left alone.
 */
export function formReader(limits: UploadLimits): preValidationAsyncHookHandler {
  const memory = createUploadMemory({ maxBytes: Math.max(UPLOAD_MEMORY, limits.maxBodyBytes) })

  return async (request, reply) => {
    if (!request.isMultipart()) return
    const reservation = memory.open()
    if (reply.raw.destroyed) reservation.release()
    else reply.raw.once('close', reservation.release)
    const tooLarge = watchSize(request, limits.maxBodyBytes)
    request.body = await Promise.race([
      readForm(request, limits, reservation),
      tooLarge,
      rejectedBy(reservation.signal),
    ])
    reservation.complete()
  }
}

/** A request that breaks off behind the last part of its form is not a whole one either. */
async function readForm(request: FastifyRequest, limits: UploadLimits, reservation: Reservation): Promise<object> {
  const form = await readParts(request, limits, reservation)
  if (!request.raw.readableEnded) {
    request.raw.resume()
    await finished(request.raw, { writable: false }).catch(() => {
      throw malformed('it breaks off')
    })
  }
  return form
}

/** A promise that is rejected as soon as the body is larger than `limit` bytes, and never resolved. */
function watchSize(request: FastifyRequest, limit: number): Promise<never> {
  return new Promise((_, reject) => {
    let bytes = 0
    const refuse = () => reject(new CatalogError('too_large', `The request is larger than ${limit} bytes.`))
    if (Number(request.headers['content-length'] ?? 0) > limit) return refuse()
    request.raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > limit) refuse()
    })
  })
}

/** A promise that is rejected as soon as the signal comes, and never resolved. */
const rejectedBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

async function readParts(request: FastifyRequest, limits: UploadLimits, reservation: Reservation): Promise<object> {
  const fields = new Map<string, unknown>()
  const files: FormFile[] = []
  reservation.signal.addEventListener('abort', () => files.splice(0), { once: true }) // the connection may stay for a while
  const options = {
    throwFileSizeLimit: false,
    preservePath: true, // whether a name can be stored is for the rules of uploads to say
    limits: { fileSize: limits.maxFileBytes, fieldSize: 2 ** 16, parts: limits.maxFiles + SPARE_PARTS },
  }

  for await (const part of translateErrors(request.parts(options))) {
    // The parser's types promise a name, but a part can come without one.
    const name = (part.fieldname as string | undefined)?.replace(/^files\[\d*\]$/, 'files')
    if (name === undefined) throw malformed('a part has no name')
    if (part.type === 'field') {
      await reservation.take(String(part.value).length)
      if (part.valueTruncated) throw invalid({ [name]: [`The ${name} field is too long.`] })
      if (name === 'files') refuseText(part.value)
      else fields.set(name, part.value)
      continue
    }
    if (name !== 'files') {
      throw invalid({ [name]: [`The ${name} field must be text, not a file. Files go into files[].`] })
    }
    const file = await readFile(part, limits.maxFileBytes, reservation)
    if (file !== null) files.push(file)
    if (files.length > limits.maxFiles) {
      throw invalid({ files: [`The files field must not have more than ${limits.maxFiles} files.`] })
    }
  }
  return { ...Object.fromEntries(fields), files }
}

/** An unused file input of a browser's form is sent as a file without a name: null. */
async function readFile(part: MultipartFile, maxBytes: number, reservation: Reservation): Promise<FormFile | null> {
  const content = await readContent(part, reservation).catch(refuseMalformed)
  if (!part.filename) return null
  const name = decodeName(part.filename)
  if (part.file.truncated) throw invalid({ files: [`The file ${name} is larger than ${maxBytes} bytes.`] })
  return { name, content }
}

/** While there is no memory the client is not read from; of what is given up nothing is kept. */
async function readContent({ file }: MultipartFile, reservation: Reservation): Promise<Buffer<ArrayBuffer>> {
  addAbortSignal(reservation.signal, file)
  const chunks: Buffer[] = []
  for await (const chunk of file) {
    await reservation.take(chunk.length)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Browsers and curl write what would end a quoted name as `%22`, `%0D` and `%0A`, and nothing else: a percent sign stays
 * as it is (HTML standard, multipart form data). A name that truly has `%22` can't be told from it.
 */
const decodeQuoted = (name: string): string => name.replace(/%22|%0D|%0A/gi, decodeURIComponent)

/** .NET writes a name beyond ASCII as an encoded word (RFC 2047), before the `filename*` that the parser then passes over. */
function decodeName(name: string): string {
  const [, word] = /^=\?utf-8\?B\?([\w+/=]+)\?=$/i.exec(name) ?? []
  return word === undefined ? decodeQuoted(name) : Buffer.from(word, 'base64').toString('utf8')
}

/** The usual slip of curl users: `-F 'files[]=modlist.txt'` sends the name. */
function refuseText(value: unknown) {
  if (value === '') return
  throw invalid({ files: ["The files field must hold files, not text. With curl: -F 'files[]=@modlist.txt'."] })
}

async function* translateErrors<Part>(parts: AsyncIterable<Part>): AsyncIterable<Part> {
  try {
    yield* parts
  } catch (error) {
    refuseMalformed(error)
  }
}

/** The parser throws plain errors for a body that is no multipart form, and 406 for a part that is no JSON. */
function refuseMalformed(error: unknown): never {
  if (!(error instanceof Error) || error instanceof CatalogError) throw error
  if ('statusCode' in error && error.statusCode !== 406) throw error
  throw malformed(error.message)
}

const malformed = (reason: string) =>
  new CatalogError('malformed', `The body is not a valid multipart form: ${reason}.`)
