import createFetchClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './api-types.ts'
import { sendRepeatedly } from './connection-failures.ts'

export type { components, paths } from './api-types.ts'

export type CatalogClient = Client<paths>

/** The fields of a list, without its files. */
export type ListFields = Omit<components['schemas']['ListForm'], 'files[]'>

/** A file to upload: a File, content with a name, or in Node the path of a file. */
export type UploadFile = File | { name: string; content: Blob | string } | string

export interface ClientOptions {
  /** Address of the server, without `/v1`. */
  baseUrl: string
  /** An API token, or the owner key of an anonymous list. Without it, new lists are anonymous. */
  token?: string
  /** Replacement for the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>
}

/**
 * Returns a client of the catalog with `GET`, `POST` and so on by path, typed by the OpenAPI document. A new list is
 * sent with an Idempotency-Key, and sent again if the response is lost.
 */
export function createCatalogClient({ baseUrl, token, fetch = globalThis.fetch }: ClientOptions): CatalogClient {
  const client = createFetchClient<paths>({
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    headers: { accept: 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    bodySerializer: (body) => (isStructured(body ?? {}) ? JSON.stringify(body) : toFormData(body ?? {})),
    fetch: (request) => sendSafely(fetch, request),
  })
  client.use({
    onRequest({ request, schemaPath }) {
      if (request.method === 'POST' && schemaPath === '/v1/lists' && !request.headers.has(KEY))
        request.headers.set(KEY, newKey())
    },
  })
  return client
}

const KEY = 'Idempotency-Key'

/** Returns a random key. crypto.randomUUID is missing in pages that were not loaded over HTTPS. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => number.toString(36)).join('-')

/** Sends a request, and sends it again if it has an Idempotency-Key and its response is lost. */
async function sendSafely(send: (request: Request) => Promise<Response>, request: Request): Promise<Response> {
  const { signal } = request
  if (!request.headers.has(KEY)) return send(request)
  const codeOf = (error: unknown) =>
    signal.aborted ? undefined : ((error as { cause?: { code?: string } }).cause?.code ?? '')
  return sendRepeatedly(() => send(request.clone()), { codeOf, signal })
}

/**
 * Returns the absolute address of a list's page. `links.url` is a path in the responses to reads, and `website` is the
 * field of that name in the response to `GET /`.
 */
export const pageOf = ({ links }: { links: { url: string } }, website: string): string =>
  links.url.startsWith('/') ? website.replace(/(?<!\/)\/+$/, '') + links.url : links.url

/** Whether a body has an object, which a form can't have: it is sent as JSON. */
const isStructured = (body: object): boolean =>
  Object.values(body).some((value) => typeof value === 'object' && value !== null && !isFormValue(value))

const isFormValue = (value: object) => value instanceof Blob || Array.isArray(value)

/** Returns the body of a create or replace: `client.POST('/v1/lists', { body: await listForm(fields, files) })`. */
export async function listForm<Fields extends ListFields>(fields: Fields, files: readonly UploadFile[]) {
  return { ...fields, 'files[]': await Promise.all(files.map(toFile)) }
}

/** Returns a body as form data, without fields that are null or undefined. */
export function toFormData(body: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    for (const item of [value ?? []].flat()) {
      form.append(name, item instanceof Blob ? item : String(item))
    }
  }
  return form
}

async function toFile(file: UploadFile): Promise<File> {
  if (file instanceof File) return file
  if (typeof file !== 'string') return new File([file.content], file.name)
  const { readFile } = await import('node:fs/promises')
  const { basename } = await import('node:path')
  return new File([await readFile(file)], basename(file))
}
