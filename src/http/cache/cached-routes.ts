import type { OutgoingHttpHeader } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SMALL_BYTES } from '../limits/byte-budget.ts'
import { gzipTag, namesTag } from '../response/entity-tag.ts'
import type { CachedResponse, CacheKey, Make } from './cached-response.ts'
import type { ResponseCache } from './response-cache.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    cacheKey?: (request: FastifyRequest) => CacheKey
  }
  interface FastifyRequest {
    cacheKey: string | undefined
    /** The current snapshot, if the fast path found the cached response stale. Undefined if it did not look. */
    snapshot: string | undefined
  }
}

/** Returns the cache key of a route that may show more with a token; undefined for requests with one. */
export const anonymousKey = ({ headers }: FastifyRequest, key: CacheKey): CacheKey =>
  headers.authorization === undefined ? key : undefined

/** Sends the responses of routes with a `cacheKey`. */
export interface CachedRoutes {
  /** Adds a hook that sends a valid cached response. Register it before authentication. */
  addFastPath(scope: FastifyInstance): void
  /** Sends the cached response. If it is stale, a new one is made once for all requests that wait for it. */
  send(request: FastifyRequest, reply: FastifyReply, make: Make): Promise<void>
  /** Like `send`, but makes a new response for this request alone, and stops if its client disconnects. */
  sendOwn(request: FastifyRequest, reply: FastifyReply, make: Make): Promise<void>
}

/*
 * Routes whose responses are cached, and their fast path. Problem: validation, authentication and the handler take
 * about as long as the rest of a cached response, but can't change it. Approach: an early hook sends it, with the
 * headers that earlier hooks have set and those that are cached with it. Guarantee: a cached response has the status,
 * headers and bytes of an uncached one. Tests: test/http/cache/.
 */
export function cachedRoutes(app: FastifyInstance, cache: ResponseCache): CachedRoutes {
  let isClosing = false

  app.decorateRequest('cacheKey', undefined)
  app.decorateRequest('snapshot', undefined)
  app.addHook('preClose', async () => {
    isClosing = true
  })

  function addFastPath(scope: FastifyInstance) {
    scope.addHook('onRequest', (request, reply, done) => {
      const { url, config } = request.routeOptions
      const part = config.cacheKey?.(request)
      if (part === undefined) return done()
      const key = JSON.stringify([url, ...part])
      request.cacheKey = key
      if (hasBody(request) || !cache.has(key)) return done()
      cache.lookUp(key, (response, snapshot) => {
        request.snapshot = snapshot
        if (response === undefined) return done()
        if (isClosing) reply.header('connection', 'close')
        try {
          sendResponse(cache, request, reply, response)
        } catch (error) {
          if (error instanceof Error) done(error)
        }
      })
    })
  }

  function finish(request: FastifyRequest, reply: FastifyReply, response: CachedResponse) {
    sendResponse(cache, request, reply, response)
  }

  return {
    addFastPath,

    async send(request, reply, make) {
      const { cacheKey: key, snapshot } = request
      const response = await (key === undefined ? cache.make(key, make) : cache.revalidate(key, make, snapshot))
      finish(request, reply, response)
    },

    async sendOwn(request, reply, make) {
      finish(request, reply, (await lookUp(request)) ?? (await cache.make(request.cacheKey, make)))
    },
  }

  /** Returns the cached response, unless the fast path has found it stale. */
  async function lookUp(request: FastifyRequest): Promise<CachedResponse | undefined> {
    const { cacheKey: key, snapshot } = request
    if (key === undefined || snapshot !== undefined || !cache.has(key)) return undefined
    return new Promise((resolve) => cache.lookUp(key, resolve))
  }
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Minimum size of a body that is compressed. A smaller one fits into one packet anyway. */
const MIN_GZIP_BYTES = 1024

/** Sends a cached response, or 304. Bypasses Fastify's `send`, which would take longer than everything else. */
function sendResponse(
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

/** Returns the headers of the reply and of the cached response as a flat list, which Node writes fastest. */
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
 * Whether an Accept-Encoding header names gzip with a weight above 0; `*` does not count. The package negotiator is too
 * slow for this path, and @fastify/accept-negotiator reads `gzip;q=0, *` as gzip.
 */
export const acceptsGzip = (header: string | string[] | undefined): boolean =>
  header !== undefined && /(?<![\w-])gzip(?![\w-])(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(header))
