import { z } from 'zod'
import { sendRepeatedly, tlsFault } from '../../client/connection-failures.ts'
import { loadConfig } from '../../config.ts'
import type { UploadLimits } from '../../http/request/upload.ts'
import type { Progress } from '../terminal.ts'

/*
 * The HTTP API as the command line uses it. Unlike src/client, it checks each response by its schema, explains errors,
 * and reports progress.
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
  const encoded = new Response(form)
  const body = new Uint8Array(await encoded.arrayBuffer())
  return {
    ...init,
    headers: {
      ...headers,
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': String(body.length),
    },
    body: inChunks(body, progress),
    duplex: 'half',
    signal: signal ?? null, // an upload may take any time, as long as the server gives a sign
  }
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

/** Returns why a request failed: the code of Node's error, which fetch throws as a cause, or else a few words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause === undefined) return error.name === 'TimeoutError' ? 'no answer in time' : error.message
  const { code, message } = error.cause as NodeJS.ErrnoException
  return code ?? message
}

function explainNoResponse(base: string, reason: string): string {
  const fault = tlsFault(reason)
  if (fault === 'certificate') {
    const [words, advice] = CERTIFICATES[reason] ?? UNKNOWN_ISSUER
    return `Not connected to ${base}, because its certificate ${words} (${reason}). ${advice}`
  }
  if (fault === 'protocol') {
    return `Not connected to ${base}, because it does not speak TLS as it should (${reason}). Check the address, --url or CATALOG_URL: it may have to begin with http:// or have another port.`
  }
  return `No response from ${base} (${reason}). Check the address, --url or CATALOG_URL, and that a server runs there.`
}

const OTHER_NAME = ['is for another host name', 'Check the address, --url or CATALOG_URL.'] as const
const OTHER_TIME = "Check this computer's clock. If it is right, the server's operator has to renew the certificate."
const UNKNOWN_ISSUER = [
  'is not from an authority that this computer trusts',
  'Check the address, --url or CATALOG_URL. If the server has a certificate authority of its own, set ' +
    'NODE_EXTRA_CA_CERTS to the file of its certificate.',
] as const

const CERTIFICATES: Readonly<Record<string, readonly [words: string, advice: string]>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: OTHER_NAME,
  HOSTNAME_MISMATCH: OTHER_NAME,
  CERT_HAS_EXPIRED: ['has expired', OTHER_TIME],
  CERT_NOT_YET_VALID: ['is not valid yet', OTHER_TIME],
  CERT_REVOKED: ['was revoked', "The server's operator has to replace it."],
}
