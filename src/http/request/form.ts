import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import { CatalogError } from '../../errors.ts'
import { limitBytesInFlight, type Transfer } from '../limits/bytes-in-flight.ts'
import { parsePartHead } from './multipart/head.ts'
import { parseParameters } from './multipart/parameters.ts'
import { malformed, splitParts } from './multipart/parts.ts'
import { fieldOf, fileOf, MAX_FIELD_BYTES, type Part, refuseOtherFile, refuseTextAsFile } from './multipart/values.ts'
import { type FormFile, refuseTooMany, type UploadLimits } from './upload.ts'

/** Maximum number of parts of a form in addition to its files. Unknown ones are ignored. */
const SPARE_PARTS = 200

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

/**
 * Returns a hook that reads a multipart form into `request.body`, so that route schemas validate forms too. Text fields
 * are set by name: a name that ends in `[]` has all values, any other name has the last one. The files of `files`,
 * `files[]` and `files[0]` become `files`, an array of FormFile. Bodies of other types stay as they are.
 */
export function formReader(limits: UploadLimits): preValidationAsyncHookHandler {
  const uploads = limitBytesInFlight({ ...UPLOADS, maxBytes: Math.max(UPLOADS.maxBytes, limits.maxBodyBytes) })

  const readFormOf: preValidationAsyncHookHandler = async (request, reply) => {
    const type = request.headers['content-type'] ?? ''
    if (!/^multipart\/form-data *(;|$)/i.test(type)) return
    const upload = uploads.open()
    if (reply.raw.destroyed) upload.release()
    else reply.raw.once('close', upload.release)
    const boundary = parseParameters(type)?.parameters.get('boundary') ?? ''
    const form = await Promise.race([readForm(request, boundary, limits, upload), rejectedBy(upload.signal)])
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

interface Form {
  /** The fields and files. If the form is refused, the files keep only their names. */
  body: object
  /** The error of the first refused part. Fields after it are still read; files are not. */
  refusal: CatalogError | undefined
}

/** Rejects as soon as the signal aborts. Never resolves. */
const rejectedBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

async function readForm(
  request: FastifyRequest,
  boundary: string,
  limits: UploadLimits,
  upload: Transfer,
): Promise<Form> {
  const fields = new Map<string, unknown>()
  const files: FormFile[] = []
  let refusal: CatalogError | undefined
  let open: Part | undefined
  let parts = 0

  const take = (bytes: number) => {
    upload.move(bytes)
    return upload.take(bytes)
  }

  /** Runs `read`. The first error about invalid input refuses the form, and frees the memory of its files. */
  function attempt(read: () => void) {
    try {
      read()
    } catch (error) {
      if (!(error instanceof CatalogError) || error.kind !== 'invalid') throw error
      refusal ??= error
      open = undefined
      dropPieces()
    }
  }

  const dropPieces = () => {
    for (const { pieces } of files) pieces.splice(0)
    open?.pieces.splice(0)
  }

  function begin(head: Buffer) {
    parts += 1
    if (parts > limits.maxFiles + SPARE_PARTS) throw new CatalogError('too_large', 'The form has too many parts.')
    const part = parsePartHead(head)
    if (part.isFile) refuseOtherFile(part, limits)
    open = { ...part, pieces: [], bytes: 0 }
  }

  async function add(content: Buffer<ArrayBuffer>) {
    if (open === undefined || (open.isFile && refusal !== undefined)) return
    const limit = open.isFile ? limits.maxFileBytes : MAX_FIELD_BYTES
    open.bytes += content.length
    if (open.bytes > limit) return open.pieces.splice(0)
    await take(content.length)
    open.pieces.push(content)
  }

  function end() {
    const part = open
    open = undefined
    if (part === undefined) return
    if (part.isFile) {
      const file = fileOf(part, limits)
      if (file !== null) files.push(file)
      if (refusal !== undefined) dropPieces()
      else refuseTooMany(files, limits)
    } else if (part.name === 'files') refuseTextAsFile(part)
    else if (part.name.endsWith('[]'))
      fields.set(part.name, [...((fields.get(part.name) as unknown[]) ?? []), fieldOf(part)])
    else fields.set(part.name, fieldOf(part))
  }

  // A cancelled upload frees its memory at once, though its connection may stay open for a while.
  upload.signal.addEventListener('abort', dropPieces, { once: true })
  for await (const piece of splitParts(chunksOf(request, limits.maxBodyBytes), boundary)) {
    if ('content' in piece) {
      await add(piece.content)
      continue
    }
    await take(piece.head.length)
    attempt(end)
    attempt(() => begin(piece.head))
  }
  attempt(end)
  return { body: { ...Object.fromEntries(fields), files }, refusal }
}

/** Reads the body as its consumer needs it. Throws as soon as it exceeds `limit` bytes (413). */
async function* chunksOf({ raw, headers }: FastifyRequest, limit: number): AsyncGenerator<Buffer<ArrayBuffer>, void> {
  const tooLarge = () => new CatalogError('too_large', `The request is larger than ${limit} bytes.`)
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge()
  let bytes = 0
  try {
    // Draining reads the rest of a request that is refused.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes > limit) throw tooLarge()
      yield chunk
    }
  } catch (error) {
    if (error instanceof CatalogError) throw error
    throw malformed('it breaks off')
  }
}
