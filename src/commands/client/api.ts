import { z } from 'zod'

/** What keeps a command over HTTP from its result, in words for whoever runs it. */
export class ClientError extends Error {
  override name = 'ClientError'
}

/** A server of the catalog, as its clients see it. */
export interface Api {
  /** The answer to a GET of a path under /v1, in the shape that it must have. */
  get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>>
  /** Posts a form to a path under /v1; tells how many of its bytes are on their way. */
  post<Schema extends z.ZodType>(
    path: string,
    form: FormData,
    schema: Schema,
    sending: Sending,
  ): Promise<z.output<Schema>>
}

export interface Sending {
  token: string | undefined
  begin(bytes: number): void
  sent(bytes: number): void
  end(): void
}

/** How long an answer to a question may take. */
const ANSWER_MS = 60_000

const CHUNK = 32 * 1024

/** The server at an address without a trailing slash. */
export function apiAt(base: string): Api {
  /** The value of an answer, or its message as an error. */
  async function answered<Schema extends z.ZodType>(
    path: string,
    init: RequestInit & { duplex?: 'half' },
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const { status, location, text } = await exchange(`${base}/v1${path}`, init).catch((error) => {
      throw new ClientError(
        `Nobody answers at ${base} (${reasonOf(error)}). Check the address, --url or CATALOG_URL, and that a server runs there.`,
      )
    })
    if (location !== null && status >= 300 && status < 400) {
      throw new ClientError(
        `The server at ${base} has moved to ${location}: give its address with --url or CATALOG_URL.`,
      )
    }
    const body = parsed(text)
    const isGood = status >= 200 && status < 300
    const result = (isGood ? schema : Failure).safeParse(body)
    if (!result.success) {
      throw new ClientError(`The server at ${base} does not answer as a mod list catalog does (status ${status}).`)
    }
    if (!isGood) throw new ClientError((result.data as Failure).message)
    return result.data as z.output<Schema>
  }

  return {
    get: (path, schema) =>
      answered(path, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(ANSWER_MS) }, schema),

    async post(path, form, schema, sending) {
      const encoded = new Response(form)
      const body = new Uint8Array(await encoded.arrayBuffer())
      const headers = {
        accept: 'application/json',
        'content-type': encoded.headers.get('content-type') ?? '',
        'content-length': String(body.length),
        ...(sending.token !== undefined && { authorization: `Bearer ${sending.token}` }),
      }
      sending.begin(body.length)
      try {
        const stream = inChunks(body, (bytes) => sending.sent(bytes))
        // A form is not sent again to wherever a redirection leads: the token is for this server.
        const init = { method: 'POST', headers, body: stream, duplex: 'half', redirect: 'manual' } as const
        return await answered(path, init, schema)
      } finally {
        sending.end()
      }
    },
  }
}

const Failure = z.object({ message: z.string() })
type Failure = z.output<typeof Failure>

async function exchange(address: string, init: RequestInit) {
  const response = await fetch(address, init)
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The bytes in pieces, each told of when the connection asks for the next one. */
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

/** What fetch keeps in the cause of an error that says nothing itself. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause === undefined) return error.name === 'TimeoutError' ? 'no answer in time' : error.message
  const { code, message } = error.cause as NodeJS.ErrnoException
  return code ?? message
}
