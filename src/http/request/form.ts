import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { CatalogError, invalid } from '../../errors.ts'
import { decodeCharset } from '../../text/charset.ts'
import { storable, unstorableFields } from '../../text/storable.ts'
import { limitBytesInFlight, type Transfer } from '../limits/bytes-in-flight.ts'
import { HeadError, type PartHead, parsePartHead } from './multipart/part-head.ts'
import { malformed, watchParts } from './multipart/part-watcher.ts'
import { type FormFile, refuseTooMany, type UploadLimits } from './upload.ts'

/** Maximum number of parts of a form in addition to its files. Unknown ones are ignored. */
const SPARE_PARTS = 200

/** Maximum size of a text field of a form, in bytes. */
const MAX_FIELD_BYTES = 2 ** 16

/** Limits of a form that takes no files. A file is read, so that the error can say so. */
export const NO_FILES: UploadLimits = { maxFiles: 0, maxFileBytes: 2 ** 16, maxBodyBytes: 2 ** 16 }

/**
 * Limits of all uploads together: two of the largest fit, as storing them takes several times as much memory. The length
 * that an upload declares does not matter: it is small until it has sent more.
 */
const UPLOADS = {
  maxBytes: 16 * 2 ** 20,
  small: { each: 64 * 2 ** 10, all: 16 * 2 ** 20 },
  maxWaitMs: 20_000,
  stallMs: 5_000,
  refusal: 'Too many uploads at once. Try again in a moment.',
}

/** Adds the parser of multipart forms to a scope. */
export const formParsing = fastifyPlugin(async (app) => {
  // Other limits apply: bytes and parts are counted here.
  await app.register(multipart, { limits: { fileSize: Infinity, parts: Infinity } })
})

/**
 * Returns a hook that reads a multipart form into `request.body`, so that route schemas validate forms too. Text fields
 * are set by name: a name that ends in `[]` has all values, any other name has the last one. The files of `files`,
 * `files[]` and `files[0]` become `files`, an array of FormFile. Bodies of other types stay as they are.
 */
export function formReader(limits: UploadLimits): preValidationAsyncHookHandler {
  const uploads = limitBytesInFlight({ ...UPLOADS, maxBytes: Math.max(UPLOADS.maxBytes, limits.maxBodyBytes) })

  const readFormOf: preValidationAsyncHookHandler = async (request, reply) => {
    if (!request.isMultipart()) return
    const upload = uploads.open()
    if (reply.raw.destroyed) upload.release()
    else reply.raw.once('close', upload.release)
    const form = await Promise.race([readForm(request, limits, upload), rejectedBy(upload.signal)])
    request.body = form.body // also set if the form is refused, so that the page can show the input again
    if (form.refusal !== undefined) throw form.refusal
    upload.complete()
  }
  formReaders.add(readFormOf)
  return readFormOf
}

const formReaders = new WeakSet<object>()

/** Reports whether a hook was made by formReader. */
export const isFormReader = (hook: object): boolean => formReaders.has(hook)

/** Rejects as soon as the signal aborts. Never resolves. */
const rejectedBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

interface Form {
  /** The fields and files. If the form is refused, the files keep only their names. */
  body: object
  /** The error of the first refused part. Fields after it are still read; files are not. */
  refusal: CatalogError | undefined
}

/** The content of a part. A content that is too large has no pieces. */
interface Content {
  pieces: Buffer<ArrayBuffer>[]
  bytes: number
}

async function readForm(request: FastifyRequest, limits: UploadLimits, upload: Transfer): Promise<Form> {
  const fields = new Map<string, unknown>()
  const files: FormFile[] = []
  let refusal: CatalogError | undefined

  function refuse(error: unknown) {
    if (!(error instanceof CatalogError) || error.kind !== 'invalid') throw error
    refusal ??= error
    dropFiles()
  }

  const dropFiles = () => {
    for (const { pieces } of files) pieces.splice(0)
  }

  function addPart(head: PartHead, content: Content) {
    const { name } = head
    if (head.isFile) {
      if (name !== 'files') throw fileInTextField(name, limits)
      const file = fileOf(head, content, limits)
      if (file !== null && refusal !== undefined) file.pieces = []
      if (file !== null) files.push(file)
      refuseTooMany(files, limits)
    } else if (name === 'files') refuseTextAsFile(content)
    else if (name.endsWith('[]')) {
      const known = fields.get(name)
      fields.set(name, [...(Array.isArray(known) ? known : []), fieldOf(head, content, limits)])
    } else fields.set(name, fieldOf(head, content, limits))
  }

  // A cancelled upload frees its memory at once, though its connection may stay open for a while.
  upload.signal.addEventListener('abort', dropFiles, { once: true })
  for await (const { head, content } of partsOf(request, limits, upload)) {
    const { isFile, name } = head instanceof CatalogError ? { isFile: true, name: '' } : head
    const maxBytes = isFile ? (refusal === undefined ? limits.maxFileBytes : 0) : maxFieldBytes(name, limits)
    try {
      const read = await readContent(content, maxBytes)
      if (head instanceof CatalogError) throw head
      addPart(head, read)
    } catch (error) {
      refuse(error)
    }
  }
  return { body: { ...Object.fromEntries(fields), files }, refusal }
}

/**
 * Yields the parts of a form: their heads, or why a head is refused (422), and their contents as streams. Throws if the
 * parser has not reported each part (400).
 */
async function* partsOf(request: FastifyRequest, limits: UploadLimits, upload: Transfer) {
  const boundary = boundaryOf(request.headers['content-type'] ?? '')
  const heads: (PartHead | CatalogError)[] = []
  const pieces = watchParts(await readBody(request, limits.maxBodyBytes, upload), boundary, (bytes) => {
    if (heads.length === limits.maxFiles + SPARE_PARTS)
      throw new CatalogError('too_large', 'The form has too many parts.')
    heads.push(headOf(bytes, heads.length + 1))
  })
  // The parser reads the pieces instead of the socket. It decodes texts loosely, so it gives the bytes of all parts.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const watched = Object.create(request, { raw: { value: Object.assign(Readable.from(pieces), { headers }) } })
  let count = 0
  for await (const part of request.parts.call(watched, { isPartAFile: () => true, throwFileSizeLimit: false })) {
    const head = heads[count++]
    if (head !== undefined && part.type === 'file') yield { head, content: part.file }
  }
  if (count !== heads.length) throw malformed(`part ${count + 1} of ${heads.length} can't be read`)
}

/** Returns the boundary that a content type names, or an empty text. */
function boundaryOf(contentType: string): string {
  const [, quoted, token = ''] = /;[ \t]*boundary=(?:"([^"]*)"|([^;]*))/i.exec(contentType) ?? []
  return quoted ?? token.trim()
}

/** Parses the head of a part, or returns why the part is refused (422). Throws if it is malformed. */
function headOf(bytes: Buffer, number: number): PartHead | CatalogError {
  try {
    return parsePartHead(bytes)
  } catch (error) {
    if (error instanceof CatalogError) return error
    throw error instanceof HeadError ? malformed(`part ${number} ${error.message}`) : error
  }
}

async function readContent(stream: AsyncIterable<Buffer<ArrayBuffer>>, maxBytes: number): Promise<Content> {
  const content: Content = { pieces: [], bytes: 0 }
  for await (const piece of stream) {
    content.bytes += piece.length
    if (content.bytes <= maxBytes) content.pieces.push(piece)
    else content.pieces.splice(0)
  }
  return content
}

function fileInTextField(name: string, { maxFiles }: UploadLimits): CatalogError {
  const hint = maxFiles === 0 ? 'This form takes no files.' : 'Files go into files[].'
  return invalid({ [name]: [`The ${name} field must be text, not a file. ${hint}`] })
}

/** Returns the file of a part, or null for an empty one without a name, which browsers send for an empty file input. */
function fileOf({ fileName: name }: PartHead, { pieces, bytes }: Content, { maxFileBytes }: UploadLimits) {
  if (name === '' && bytes === 0) return null
  if (name === '') throw invalid({ files: ['A file has no name. Send its name as filename="modlist.txt".'] })
  if (bytes > maxFileBytes) throw invalid({ files: [`The file ${name} is larger than ${maxFileBytes} bytes.`] })
  return { name, pieces: pieces.length === 0 ? [Buffer.alloc(0)] : pieces }
}

/** A pasted text is as large as a file. */
const maxFieldBytes = (name: string, { maxFileBytes }: UploadLimits) =>
  name === 'text' ? Math.max(maxFileBytes, MAX_FIELD_BYTES) : MAX_FIELD_BYTES

/** Returns the value of a text field. A part whose type is JSON is parsed. */
function fieldOf({ name, type, charset }: PartHead, { pieces, bytes }: Content, limits: UploadLimits): unknown {
  if (bytes > maxFieldBytes(name, limits)) throw invalid({ [name]: [`The ${name} field is too long.`] })
  const text = decodeCharset(Buffer.concat(pieces), charset)
  if (text === undefined) throw invalid({ [name]: [`The ${name} field is not valid ${charset} text.`] })
  if (type !== 'application/json') return text
  const value = parsedJson(text)
  if (value === undefined) throw malformed(`the ${name} field is not JSON, as its Content-Type says`)
  const error = unstorableError(text, { [name]: value })
  if (error !== null) throw error
  return value
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the error for a JSON object that has a text with NUL or half of a surrogate pair (422); null if it has none.
 * PostgreSQL can't store such a text, or stores another one. `json` is what `value` was parsed from.
 */
export function unstorableError(json: string, value: object): CatalogError | null {
  const names = unstorableFields(json, value).map(storable)
  if (names.length === 0) return null
  return invalid(
    Object.fromEntries(
      names.map((name) => [name, [`The ${name} field must not have NUL or half of a surrogate pair.`]]),
    ),
  )
}

/** Explains a common mistake with curl: `-F 'files[]=modlist.txt'` sends the file's name as text. */
function refuseTextAsFile({ bytes }: Content) {
  if (bytes === 0) return
  throw invalid({ files: ["The files field must be files, not text. With curl: -F 'files[]=@modlist.txt'."] })
}

/** Reads the body of a request. Throws as soon as it exceeds `limit` bytes (413). */
async function readBody({ raw, headers }: FastifyRequest, limit: number, upload: Transfer): Promise<Buffer> {
  const tooLarge = () => new CatalogError('too_large', `The request is larger than ${limit} bytes.`)
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge()
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    // Draining reads the rest of a request that is refused.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes > limit) throw tooLarge()
      upload.move(chunk.length)
      await upload.take(chunk.length)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof CatalogError) throw error
    throw malformed('it breaks off')
  }
  return Buffer.concat(chunks)
}
