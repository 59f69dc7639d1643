import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { sendRepeatedly } from '../../client/connection-failures.ts'
import { loadConfig } from '../../config.ts'
import type { UploadLimits } from '../../http/request/upload.ts'
import type { Progress } from '../terminal.ts'
import { explainNoResponse, reasonOf } from './no-response.ts'

/*
 * The HTTP API as the command line uses it. Unlike src/client, it checks each response by its schema, explains errors,
 * keeps line ends and reports progress.
 */

/** Error of a command that uses a server. Its message is shown to the user. */
export class RemoteError extends Error {
  override name = 'RemoteError'
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** Returns a handler of errors that handles a response of this status. It throws all other errors again. */
export const onStatus =
  <T>(status: number, handle: (error: RemoteError) => T) =>
  (error: unknown): T => {
    if (error instanceof RemoteError && error.status === status) return handle(error)
    throw error
  }

export interface RequestParts {
  method?: 'POST' | 'PUT' | 'DELETE'
  secret?: string | undefined
  form?: FormData
  ifMatch?: string | undefined
  /** The header Idempotency-Key. With it, a request is sent again if its response is lost, and done only once. */
  idempotencyKey?: string
  progress?: Progress
  /** Called when nothing has been sent or received for SILENCE_MS. */
  onSilence?: (text: string) => void
  signal?: AbortSignal
}

const Limits = z.object({ max_files: z.int(), max_file_bytes: z.int(), max_body_bytes: z.int() }).transform(
  (limits): UploadLimits => ({
    maxFiles: limits.max_files,
    maxFileBytes: limits.max_file_bytes,
    maxBodyBytes: limits.max_body_bytes,
  }),
)
const Service = z.object({ limits: Limits })
const Failure = z.object({ message: z.string() })

/** Returns the limits of an upload on a server with default settings. */
export const defaultLimits = (): UploadLimits => loadConfig({}).upload

const ANSWER_MS = 60_000

/**
 * Milliseconds without a sign of the server after which an upload says that it waits, and the number of such times
 * after which it ends.
 */
const SILENCE_MS = 10_000

const MAX_SILENCES = 6

const CHUNK = 32 * 1024

export type Api = ReturnType<typeof apiAt>

/** Returns the API of the server at `base`, an address without a trailing slash. */
export function apiAt(base: string) {
  const { username, password } = new URL(base)
  if (username !== '' || password !== '') {
    throw new RemoteError("The server's address must not have a user name or a password. Use a token instead.")
  }

  async function request<Schema extends z.ZodType>(path: string, schema: Schema, parts: RequestParts = {}) {
    const send = async (heard: RequestParts) => exchange(base, `/v1${path}`, await initOf(heard))
    const { status, headers, text } = await noticeSilence(base, parts, (heard) => repeatedly(heard, send))
    const location = headers.get('location')
    if (location !== null && status >= 300 && status < 400) {
      throw new RemoteError(
        `The server at ${base} redirects to ${location}. Set the new address with --url or CATALOG_URL.`,
      )
    }
    const isGood = status >= 200 && status < 300
    const failure = isGood ? undefined : Failure.safeParse(parseJson(text)).data
    if (failure !== undefined) throw new RemoteError(failure.message, status)
    const isText = headers.get('content-type')?.startsWith('text/')
    const { data, success } = schema.safeParse(isText ? text : parseJson(text))
    if (isGood && success) return { body: data, headers }
    throw new RemoteError(`The server at ${base} does not respond like a mod list catalog (status ${status}).`)
  }

  return {
    base,
    request,

    get: async <Schema extends z.ZodType>(path: string, schema: Schema, secret?: string) =>
      (await request(path, schema, { secret })).body,

    async bytes(path: string): Promise<Uint8Array> {
      const { status, bytes } = await exchange(base, `/v1${path}`, {})
      if (status === 200) return bytes
      throw new RemoteError(`The server at ${base} does not respond like a mod list catalog (status ${status}).`)
    },

    /** Returns the server's limits of an upload, or the defaults if it does not report them. */
    async limits(): Promise<UploadLimits> {
      const answer = await exchange(base, '/', await initOf({})).catch(() => undefined)
      const { data } = Service.safeParse(parseJson(answer?.text ?? ''))
      return data?.limits ?? defaultLimits()
    },

    async hasPage(path: string): Promise<boolean> {
      const init = { method: 'HEAD', headers: { accept: 'text/html' } }
      const answer = await exchange(base, path, init).catch(() => undefined)
      return answer?.status === 200 && answer.headers.get('content-type')?.startsWith('text/html') === true
    },
  }
}

/** Runs `send`. If the server gives no sign, says so after SILENCE_MS, and ends the request after MAX_SILENCES. */
async function noticeSilence<T>(base: string, parts: RequestParts, send: (parts: RequestParts) => Promise<T>) {
  const { onSilence, progress } = parts
  if (onSilence === undefined) return send(parts)
  const silence = new AbortController()
  let silences = 0
  const timer = setInterval(() => {
    silences++
    if (silences === 1) onSilence(`No sign of ${base} for ${SILENCE_MS / 1000} s. Still waiting; press Ctrl-C to stop.`)
    if (silences === MAX_SILENCES) silence.abort()
  }, SILENCE_MS)
  const heard: Progress = (done, all) => {
    silences = 0
    timer.refresh()
    progress?.(done, all)
  }
  try {
    return await send({ ...parts, progress: heard, signal: silence.signal })
  } catch (error) {
    if (!silence.signal.aborted) throw error
    throw new RemoteError(
      `No sign of ${base} for ${(MAX_SILENCES * SILENCE_MS) / 1000} s, so this command stopped. The list may be saved all the same: ` +
        'look for it on the website or with "lists" before you send it again.',
    )
  } finally {
    clearInterval(timer)
  }
}

export const newIdempotencyKey = (): string => randomUUID()

function repeatedly<T>(parts: RequestParts, send: (parts: RequestParts) => Promise<T>): Promise<T> {
  if (parts.idempotencyKey === undefined) return send(parts)
  const codeOf = (error: unknown) => (error instanceof NoResponse && !parts.signal?.aborted ? error.reason : undefined)
  const onLost = () => parts.onSilence?.('The connection was lost. Sending it again, which makes no second list.')
  return sendRepeatedly(() => send(parts), { codeOf, onLost, ...(parts.signal && { signal: parts.signal }) })
}

class NoResponse extends RemoteError {
  /** The code of Node's error, or a few words. */
  readonly reason: string

  constructor(base: string, reason: string) {
    super(explainNoResponse(base, reason))
    this.reason = reason
  }
}

type FetchInit = RequestInit & { duplex?: 'half' }

export async function exchange(base: string, path: string, init: FetchInit) {
  try {
    const response = await fetch(base + path, { signal: AbortSignal.timeout(ANSWER_MS), ...init })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
  } catch (error) {
    throw new NoResponse(base, reasonOf(error))
  }
}

async function initOf({
  method,
  secret,
  form,
  ifMatch,
  idempotencyKey,
  progress,
  signal,
}: RequestParts): Promise<FetchInit> {
  // The error of fetch would show the secret.
  if (secret !== undefined && !/^[\x21-\x7e]+$/.test(secret)) {
    throw new RemoteError(
      'The token or owner key is malformed: it has spaces, line ends or typographic quotes. Copy it again.',
    )
  }
  const headers = {
    accept: 'application/json',
    ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
  if (method === undefined) return { headers }
  // A redirect is not followed, because the token is for this server only.
  const init = { method, redirect: 'manual' } as const
  if (form === undefined) return { ...init, headers }
  const { type, body } = await encoded(form)
  return {
    ...init,
    headers: { ...headers, 'content-type': type, 'content-length': String(body.length) },
    body: inChunks(body, progress),
    duplex: 'half',
    signal: signal ?? null, // an upload may take any time, as long as the server gives a sign
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

/** Returns a stream of the bytes in chunks. Reports the number of bytes that the connection has taken. */
function inChunks(bytes: Uint8Array, progress: Progress | undefined): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      progress?.(at, bytes.length)
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, at + CHUNK))
      at = Math.min(bytes.length, at + CHUNK)
    },
  })
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
