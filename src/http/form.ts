import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import { CatalogError, invalid } from '../errors.ts'

/** What an upload may hold at the most (CONTRACT.md, files). */
export interface UploadLimits {
  maxFiles: number
  maxFileBytes: number
  maxBodyBytes: number
}

/** A file as it was sent. */
export interface FormFile {
  name: string
  content: Buffer
}

/** Fields and empty file inputs that nobody needs are read over, up to this many parts. */
const SPARE_PARTS = 200

/**
 * A hook that reads a multipart form into `request.body`, so that route schemas validate forms too: text fields by
 * name (of two with one name the last), and `files`, an array of FormFile, whatever its brackets (`files[]`, `files[0]`).
 * Bodies of other types are left alone.
 */
export function formReader(limits: UploadLimits): preValidationAsyncHookHandler {
  return async (request) => {
    if (!request.isMultipart()) return
    const tooLarge = watchSize(request, limits.maxBodyBytes)
    request.body = await Promise.race([readParts(request, limits), tooLarge])
  }
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

async function readParts(request: FastifyRequest, limits: UploadLimits): Promise<object> {
  const fields = new Map<string, unknown>()
  const files: FormFile[] = []
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
      if (part.valueTruncated) throw invalid({ [name]: [`The ${name} field is too long.`] })
      if (name === 'files') refuseText(part.value)
      else fields.set(name, part.value)
      continue
    }
    if (name !== 'files') {
      throw invalid({ [name]: [`The ${name} field must be text, not a file. Files go into files[].`] })
    }
    const file = await readFile(part, limits.maxFileBytes)
    if (file !== null) files.push(file)
    if (files.length > limits.maxFiles) {
      throw invalid({ files: [`The files field must not have more than ${limits.maxFiles} files.`] })
    }
  }
  return { ...Object.fromEntries(fields), files }
}

/** An unused file input of a browser's form is sent as a file without a name: null. */
async function readFile(part: MultipartFile, maxBytes: number): Promise<FormFile | null> {
  const content = await part.toBuffer().catch(refuseMalformed)
  if (!part.filename) return null
  const name = decodeWord(part.filename)
  if (part.file.truncated) throw invalid({ files: [`The file ${name} is larger than ${maxBytes} bytes.`] })
  return { name, content }
}

/** .NET writes a name beyond ASCII as an encoded word (RFC 2047), before the `filename*` that the parser then passes over. */
function decodeWord(name: string): string {
  const [, word] = /^=\?utf-8\?B\?([\w+/=]+)\?=$/i.exec(name) ?? []
  return word === undefined ? name : Buffer.from(word, 'base64').toString('utf8')
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

/** The parser throws plain errors for a body that is no multipart form. */
function refuseMalformed(error: unknown): never {
  throw error instanceof Error && !('statusCode' in error) ? malformed(error.message) : error
}

const malformed = (reason: string) =>
  new CatalogError('malformed', `The body is not a valid multipart form: ${reason}.`)
