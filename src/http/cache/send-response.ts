import type { OutgoingHttpHeader } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SMALL_BYTES } from '../limits/byte-budget.ts'
import { gzipTag, namesTag } from '../response/entity-tag.ts'
import type { CachedResponse } from './cached-response.ts'
import type { ResponseCache } from './response-cache.ts'

/** Minimum size of a body that is compressed. A smaller one fits into one packet anyway. */
const MIN_GZIP_BYTES = 1024

/**
 * Sends a cached response, or 304, with the headers that hooks have set on the reply. Bypasses Fastify's `send`, which
 * would take longer than everything else. Throws if the memory for a large response is not free (503).
 */
export function sendResponse(
  cache: ResponseCache,
  { raw: request, cacheKey }: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
): void {
  const response = reply.raw
  const { body, tag, gzip, type = 'application/json; charset=utf-8' } = cached
  const { 'if-none-match': condition, 'accept-encoding': encodings } = request.headers
  const wantsGzip = body.length >= MIN_GZIP_BYTES && acceptsGzip(encodings)
  const isKnown = condition !== undefined && isKnownToClient(condition, tag)
  if (body.length > SMALL_BYTES && !isKnown && request.method !== 'HEAD') reply.takeBytes(body.length)
  reply.hijack()
  const common = headersOf(reply, cached)
  if (isKnown) {
    response.writeHead(304, [...common, 'etag', wantsGzip ? gzipTag(tag) : tag])
    return void response.end()
  }
  const write = (body: Buffer, ...headers: OutgoingHttpHeader[]) => {
    response.writeHead(200, [...common, 'content-type', type, 'content-length', body.length, ...headers])
    if (request.method === 'HEAD') response.end()
    else response.end(body)
  }
  const writePlain = () => write(body, 'etag', tag)
  const writeCompressed = (bytes: Buffer) => write(bytes, 'etag', gzipTag(tag), 'content-encoding', 'gzip')
  if (!wantsGzip) writePlain()
  else if (Buffer.isBuffer(gzip)) writeCompressed(gzip)
  else cache.compressed(cacheKey, cached).then(writeCompressed, writePlain)
}

/**
 * Returns the headers of the reply and of the cached response, as a flat list of names and values, which Node writes
 * fastest. A header of both has the value of the cached response.
 */
function headersOf(reply: FastifyReply, { headers: own = NONE, vary: ownVary }: CachedResponse): OutgoingHttpHeader[] {
  const set = reply.getHeaders()
  const list: OutgoingHttpHeader[] = ['vary', [set.vary, ownVary, 'Accept-Encoding'].filter(Boolean).join(', ')]
  for (const name in set) {
    const value = set[name]
    if (name !== 'vary' && !(name in own) && value !== undefined) list.push(name, value)
  }
  for (const [name, value] of Object.entries(own)) if (value !== undefined) list.push(name, value)
  return list
}

const NONE = {}

/** Whether the client already has the body, compressed or not. */
const isKnownToClient = (condition: string, tag: string) =>
  namesTag(condition, tag, { weak: true }) || namesTag(condition, gzipTag(tag), { weak: true })

/**
 * Whether an Accept-Encoding header names gzip with a weight above 0. `*` does not count, because it does not say that
 * the client can decompress. This runs on the fast path, for headers of up to 16 KiB. The package negotiator is too
 * slow for that, and @fastify/accept-negotiator reads `gzip;q=0, *` as gzip.
 */
export const acceptsGzip = (header: string | string[] | undefined): boolean =>
  header !== undefined && /(?<![\w-])gzip(?![\w-])(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(header))
