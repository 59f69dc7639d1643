import { Readable } from 'node:stream'
import multipart, { type MultipartValue } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { CatalogError, invalid } from '../../errors.ts'
import { decodeCharset } from '../../text/encoding.ts'
import { storable, unstorableFields } from '../../text/storable.ts'
import { UPLOAD_FACTOR } from '../limits/byte-budget.ts'
import { HeadError, malformed, type PartHead, parsePartHead, watchParts } from './multipart/part-watcher.ts'
import { type FormFile, refuseTooMany, type UploadLimits } from './upload.ts'

/** Maximum number of parts of a form in addition to its files. Unknown ones are ignored. */
const SPARE_PARTS = 200

/** Maximum size of a text field of a form, in bytes. */
const MAX_FIELD_BYTES = 2 ** 16

/** The error for curl in the command line of Windows (cmd.exe), which sends single quotes instead of removing them. */
const QUOTED = 'Remove the single quotes around files[], or write double quotes. With curl: -F "files[]=@modlist.txt".'

/** Limits of a form that takes no files. A file is read, so that the error can say so. */
export const NO_FILES: UploadLimits = { maxFiles: 0, maxFileBytes: 2 ** 16, maxBodyBytes: 2 ** 16 }

export const formParsing = fastifyPlugin(async (app) => {
  // Bytes and parts are counted here.
  await app.register(multipart, { limits: { fileSize: Infinity, fieldSize: Infinity, parts: Infinity } })
})

/**
 * Returns a hook that reads a multipart form into `request.body`. A name that ends in `[]` has all values, any other
 * name the last one. The files of `files`, `files[]` and `files[0]` become `files`, an array of FormFile.
 */
export function formReader(limits: UploadLimits): preValidationAsyncHookHandler {
  const readFormOf: preValidationAsyncHookHandler = async (request, reply) => {
    if (!request.isMultipart()) return
    const form = await readForm(request, reply, limits)
    request.body = form.body // also set if the form is refused, so that the page can show the input again
    if (form.refusal !== undefined) throw form.refusal
  }
  formReaders.add(readFormOf)
  return readFormOf
}

const formReaders = new WeakSet<object>()

export const isFormReader = (hook: object): boolean => formReaders.has(hook)

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

async function readForm(request: FastifyRequest, reply: FastifyReply, limits: UploadLimits): Promise<Form> {
  const fields = new Map<string, unknown>()
  const files: FormFile[] = []
  let refusal: CatalogError | undefined

  function refuse(error: unknown) {
    if (!(error instanceof CatalogError) || error.kind !== 'invalid') throw error
    refusal ??= error
    for (const { pieces } of files) pieces.splice(0)
  }

  function addFile(head: PartHead, content: Content) {
    if (head.name !== 'files') throw fileInTextField(head.name, limits)
    const file = fileOf(head, content, limits)
    if (file === null) return
    files.push(refusal === undefined ? file : { ...file, pieces: [] })
    refuseTooMany(files, limits)
  }

  function addText(head: PartHead, part: MultipartValue) {
    const { name } = head
    if (name === 'files') return refuseTextAsFile(part)
    const known = name.endsWith('[]') ? (fields.get(name) ?? []) : undefined
    fields.set(name, Array.isArray(known) ? [...known, fieldOf(head, part, limits)] : fieldOf(head, part, limits))
  }

  for await (const { head, part } of partsOf(request, reply, limits)) {
    const isKept = refusal === undefined && !(head instanceof CatalogError)
    const content = part.type === 'file' ? await readContent(part.file, isKept ? limits.maxFileBytes : 0) : null
    try {
      if (head instanceof CatalogError) throw head
      if (/^'files/.test(head.name)) throw invalid({ files: [QUOTED] })
      if (content !== null) addFile(head, content)
      else if (part.type === 'field') addText(head, part)
    } catch (error) {
      refuse(error)
    }
  }
  return { body: { ...Object.fromEntries(fields), files }, refusal }
}

/** Yields the parts of a form, each with its head or why that is refused. Throws if a part was lost (400). */
async function* partsOf(request: FastifyRequest, reply: FastifyReply, limits: UploadLimits) {
  const boundary = boundaryOf(request.headers['content-type'] ?? '')
  const heads: (PartHead | CatalogError)[] = []
  const pieces = watchParts(await readBody(request, reply, limits.maxBodyBytes), boundary, (bytes) => {
    if (heads.length === limits.maxFiles + SPARE_PARTS)
      throw new CatalogError('too_large', 'The form has too many parts.')
    const head = headOf(bytes, heads.length + 1)
    heads.push(head)
    // The parser needs to know only which parts are files.
    const isText = !(head instanceof CatalogError) && !head.isFile
    return `Content-Disposition: form-data; name="${heads.length}"${isText ? '' : '; filename="file"'}`
  })
  // The parser reads the pieces instead of the socket. As latin1, a text has the bytes that were sent.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  const body = new Readable({
    read() {
      for (const piece of [...pieces, null]) this.push(piece)
    },
  })
  const watched = Object.create(request, { raw: { value: Object.assign(body, { headers }) } })
  let count = 0
  for await (const part of request.parts.call(watched, { defCharset: 'latin1', throwFileSizeLimit: false })) {
    const head = heads[count++]
    if (head !== undefined) yield { head, part }
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

async function readContent(stream: Readable, maxBytes: number): Promise<Content> {
  const content: Content = { pieces: [], bytes: 0 }
  await readAll(stream, (piece) => {
    content.bytes += piece.length
    if (content.bytes <= maxBytes) content.pieces.push(piece)
    else content.pieces.splice(0)
  })
  return content
}

/** Reads a stream by its events, because iterating over it joins what it holds. Stops as soon as `take` throws. */
const readAll = (stream: Readable, take: (chunk: Buffer<ArrayBuffer>) => void) =>
  new Promise<void>((resolve, reject) => {
    const breakOff = () => reject(malformed('it breaks off'))
    const onData = (chunk: Buffer<ArrayBuffer>) => {
      try {
        take(chunk)
      } catch (error) {
        stream.off('data', onData)
        reject(error)
      }
    }
    stream.on('data', onData).once('end', resolve).once('error', breakOff).once('close', breakOff)
  })

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
function fieldOf({ name, type, charset }: PartHead, { value }: MultipartValue, limits: UploadLimits): unknown {
  const bytes = Buffer.from(String(value), 'latin1')
  if (bytes.length > maxFieldBytes(name, limits)) throw invalid({ [name]: [`The ${name} field is too long.`] })
  const text = decodeCharset(bytes, charset)
  if (text === undefined) throw invalid({ [name]: [`The ${name} field is not valid ${charset} text.`] })
  if (type !== 'application/json') return text
  const parsed = parsedJson(text)
  if (parsed === undefined) throw malformed(`the ${name} field is not JSON, as its Content-Type says`)
  const error = unstorableError(text, { [name]: parsed })
  if (error !== null) throw error
  return parsed
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the error for JSON with NUL or half of a surrogate pair (422), which PostgreSQL can't store. */
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
function refuseTextAsFile({ value }: MultipartValue) {
  if (value === '') return
  throw invalid({ files: ["The files field must be files, not text. With curl: -F 'files[]=@modlist.txt'."] })
}

/** Reads the body of a request. Throws as soon as it exceeds `limit` bytes (413). */
async function readBody({ raw, headers }: FastifyRequest, reply: FastifyReply, limit: number): Promise<Buffer> {
  const tooLarge = () => new CatalogError('too_large', `The request is larger than ${limit} bytes.`)
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge()
  const chunks: Buffer[] = []
  let bytes = 0
  // Draining reads the rest of a request that is refused.
  await readAll(raw, (chunk) => {
    bytes += chunk.length
    if (bytes > limit) throw tooLarge()
    reply.takeBytes(chunk.length * UPLOAD_FACTOR)
    chunks.push(chunk)
  })
  return Buffer.concat(chunks)
}
