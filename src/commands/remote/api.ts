import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { loadConfig } from '../../config.ts'
import type { UploadLimits } from '../../http/request/upload.ts'

/** Error of a command over HTTP. Its message is shown to the user. */
export class ClientError extends Error {
  override name = 'ClientError'
  /** Status of the server's error response, if there was one. */
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** A catalog server, as the command line uses it. */
export interface Api {
  /** Address of the server, without a trailing slash. */
  base: string
  /**
   * Returns the response to a GET of a path under /v1, checked by its schema. `secret` is an API token or an owner key.
   */
  get<Schema extends z.ZodType>(path: string, schema: Schema, secret?: string): Promise<z.output<Schema>>
  /** Like `get`, with the headers of the response. */
  read<Schema extends z.ZodType>(path: string, schema: Schema, secret?: string): Promise<Answer<z.output<Schema>>>
  /** Sends a write to a path under /v1. */
  send<Schema extends z.ZodType>(path: string, write: Write, schema: Schema): Promise<Answer<z.output<Schema>>>
  /** Like `get`, for a response that is not JSON. */
  text(path: string, schema: z.ZodString, secret?: string): Promise<string>
  /** Returns the server's limits of an upload, or the defaults for an older server, which does not report them. */
  limits(): Promise<UploadLimits>
  /** Returns whether the website has a page at this path. */
  hasPage(path: string): Promise<boolean>
}

interface Answer<Body> {
  body: Body
  headers: Headers
}

interface Write {
  method: 'POST' | 'PUT' | 'DELETE'
  /** An API token or an owner key. */
  secret: string | undefined
  form?: FormData
  ifMatch?: string | undefined
  /** Receives the number of bytes sent so far. */
  progress?: Progress
}

export interface Progress {
  begin(bytes: number): void
  sent(bytes: number): void
  end(): void
}

/** Returns the limits of an upload on a server with default settings. */
export const defaultLimits = (): UploadLimits => loadConfig({}).upload

const Limits = z.object({ max_files: z.int(), max_file_bytes: z.int(), max_body_bytes: z.int() }).transform(
  (limits): UploadLimits => ({
    maxFiles: limits.max_files,
    maxFileBytes: limits.max_file_bytes,
    maxBodyBytes: limits.max_body_bytes,
  }),
)
const Service = z.object({ limits: Limits })

/** Timeout of a request without a form, in milliseconds. */
const ANSWER_MS = 60_000

const CHUNK = 32 * 1024

/** Returns the server at `base`, an address without a trailing slash. */
export function apiAt(base: string): Api {
  /** Sends a request and returns the checked response. Throws a ClientError with the server's message if it failed. */
  async function answered<Schema extends z.ZodType>(
    path: string,
    init: RequestInit & { duplex?: 'half' },
    schema: Schema,
    from: (text: string) => unknown = parseJson,
  ): Promise<Answer<z.output<Schema>>> {
    const { status, headers, text } = await exchange(`${base}/v1${path}`, init).catch((error) => {
      throw new ClientError(
        `No response from ${base} (${reasonOf(error)}). Check the address, --url or CATALOG_URL, and that a server runs there.`,
      )
    })
    const location = headers.get('location')
    if (location !== null && status >= 300 && status < 400) {
      throw new ClientError(
        `The server at ${base} redirects to ${location}. Set the new address with --url or CATALOG_URL.`,
      )
    }
    const isGood = status >= 200 && status < 300
    const result = isGood ? schema.safeParse(from(text)) : Failure.safeParse(parseJson(text))
    if (!result.success) {
      throw new ClientError(`The server at ${base} does not respond like a mod list catalog (status ${status}).`)
    }
    if (!isGood) throw new ClientError((result.data as Failure).message, status)
    return { body: result.data as z.output<Schema>, headers }
  }

  const ask = (headers: Record<string, string>, secret: string | undefined) => ({
    headers: { ...headers, ...bearer(secret) },
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  const read: Api['read'] = (path, schema, secret) =>
    answered(path, ask({ accept: 'application/json' }, secret), schema)

  return {
    base,
    read,
    get: async (path, schema, secret) => (await read(path, schema, secret)).body,
    text: async (path, schema, secret) => (await answered(path, ask({}, secret), schema, (text) => text)).body,

    async limits() {
      const answer = await exchange(`${base}/`, ask({ accept: 'application/json' }, undefined)).catch(() => undefined)
      const { data } = Service.safeParse(parseJson(answer?.text ?? ''))
      return data?.limits ?? defaultLimits()
    },

    async hasPage(path) {
      const init = { ...ask({ accept: 'text/html' }, undefined), method: 'HEAD' }
      const answer = await exchange(base + path, init).catch(() => undefined)
      return answer?.status === 200 && answer.headers.get('content-type')?.startsWith('text/html') === true
    },

    async send(path, { method, secret, form, ifMatch, progress }, schema) {
      const common = {
        accept: 'application/json',
        ...bearer(secret),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      }
      // A redirect is not followed, because the token is for this server only.
      const init = { method, redirect: 'manual' } as const
      if (form === undefined) {
        return answered(path, { ...init, headers: common, signal: AbortSignal.timeout(ANSWER_MS) }, schema)
      }
      const { type, body } = await encoded(form)
      const headers = { ...common, 'content-type': type, 'content-length': String(body.length) }
      progress?.begin(body.length)
      try {
        const stream = inChunks(body, (bytes) => progress?.sent(bytes))
        return await answered(path, { ...init, headers, body: stream, duplex: 'half' }, schema)
      } finally {
        progress?.end()
      }
    },
  }
}

/** Encodes a form. Line ends in its texts stay as they are; fetch would change them to CRLF. */
async function encoded(form: FormData): Promise<{ type: string; body: Uint8Array }> {
  const boundary = `mod-list-catalog-${randomUUID()}`
  const quoted = (name: string) => `"${name.replace(/["\r\n]/g, encodeURIComponent)}"`
  const parts = [...form].flatMap(([name, value]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(name)}`
    const file =
      value instanceof File ? `; filename=${quoted(value.name)}\r\nContent-Type: application/octet-stream` : ''
    return [`${head}${file}\r\n\r\n`, value, '\r\n']
  })
  const body = await new Blob([...parts, `--${boundary}--\r\n`]).arrayBuffer()
  return { type: `multipart/form-data; boundary=${boundary}`, body: new Uint8Array(body) }
}

const bearer = (secret: string | undefined) => (secret === undefined ? {} : { authorization: `Bearer ${secret}` })

const Failure = z.object({ message: z.string() })
type Failure = z.output<typeof Failure>

async function exchange(address: string, init: RequestInit) {
  const response = await fetch(address, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Parses a JSON text. Returns undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a stream of the bytes in chunks. Calls `sent` with the number of bytes that the connection has taken. */
function inChunks(bytes: Uint8Array, sent: (bytes: number) => void): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      sent(at)
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, at + CHUNK))
      at = Math.min(bytes.length, at + CHUNK)
    },
  })
}

/** Returns why a request failed. The error of fetch says so only in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause === undefined) return error.name === 'TimeoutError' ? 'no answer in time' : error.message
  const { code, message } = error.cause as NodeJS.ErrnoException
  return code ?? message
}
