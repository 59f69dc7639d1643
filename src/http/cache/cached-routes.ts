import type { OutgoingHttpHeader } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { OutgoingMemory } from '../response/outgoing-memory.ts'
import type { CachedResponse, Make } from './cached-response.ts'
import type { ResponseCache } from './response-cache.ts'
import { sendResponse } from './send-response.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The route's part of the cache key: those parameters that its response depends on. The query is not validated yet
     * when it is called. Undefined if the response is not to be cached.
     */
    cacheKey?: (request: FastifyRequest) => string | undefined
  }
  interface FastifyRequest {
    /** The key of the cached response; undefined if the response is not cached. */
    cacheKey: string | undefined
    /** The snapshot by which the fast path found the cached response to be stale; undefined if it did not look. */
    snapshot: string | undefined
    /** Ends the waiting of those who follow this request, with the response that it was given or without one. */
    release: Respond | undefined
  }
}

/** Takes the response that a request was waiting for, or none, if it has to have its own made. */
type Respond = (response?: CachedResponse) => void

/**
 * The cache key of a route that may show more to a client with a token: undefined for such requests, whose responses are
 * not cached.
 */
export const anonymousKey = ({ headers }: FastifyRequest, key: string | undefined): string | undefined =>
  headers.authorization === undefined ? key : undefined

/** How the handlers of routes with a `cacheKey` send their responses. */
export interface CachedRoutes {
  /** Sends the cached response, or one that is made once for all requests that wait for it. */
  send(request: FastifyRequest, reply: FastifyReply, make: Make): Promise<void>
  /**
   * Sends the cached response, or one that is made for this request alone, so that it can stop when its client goes.
   */
  sendOwn(request: FastifyRequest, reply: FastifyReply, make: Make): Promise<void>
}

interface CachedRoutesOptions {
  cache: ResponseCache
  outgoing: OutgoingMemory
  /** Whether the fast path may be taken: not if the hooks that it skips could refuse the request. */
  mayTakeFastPath: () => boolean
}

/** For how many routes and websites the response headers are remembered, and how long their origins may be. */
const MAX_HEADERS = 1_000
const MAX_ORIGIN = 256

/*
 * Routes whose responses are cached, and their fast path.
 *
 * A cached response is sent again by the first of all hooks. Validation, tokens and the other hooks can change nothing
 * about it, but take as long as everything else. What they do to a response is to set headers, which depend on the
 * route and the Origin of the request alone: those of the last response to each are remembered. Logs and metrics are
 * written by hooks that run after the response, as for any other request.
 *
 * Each write makes all cached responses stale. Without more, all requests for one of them would go through the hooks and
 * wait for the same new response. Instead only the first request does, and the others follow it (request coalescing): they
 * have found the same snapshot, and the response was read then or later. If the first gets no response, or makes one for
 * itself alone, each of the others goes the usual way. docs/performance.md says what that saves.
 *
 * A look-up before Fastify, in a listener of the HTTP server, would be a little faster; but log lines would have to be
 * written in two places, and each server that listens would need the listener. Measured by `npm run bench -- pages list
 * games`. Tests: test/http/cache/.
 */
export function cachedRoutes(
  app: FastifyInstance,
  { cache, outgoing, mayTakeFastPath }: CachedRoutesOptions,
): CachedRoutes {
  const knownHeaders = new LRUCache<string, OutgoingHttpHeader[]>({ max: MAX_HEADERS })
  /** Those who follow the first request that found a response stale, by the key of the response and the snapshot. */
  const followers = new Map<string, Respond[]>()
  let isClosing = false

  app.decorateRequest('cacheKey', undefined)
  app.decorateRequest('snapshot', undefined)
  app.decorateRequest('release', undefined)
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { url, config } = request.routeOptions
    const part = config.cacheKey?.(request)
    if (part === undefined) return done()
    const key = `${url} ${part}`
    request.cacheKey = key
    const headers = knownHeaders.get(headersKey(url, request))
    if (headers === undefined || hasBody(request) || !mayTakeFastPath() || !cache.has(key)) return done()
    const respond: Respond = (response) => {
      if (response === undefined) return done()
      if (isClosing) reply.raw.setHeader('connection', 'close')
      write(request, reply, response, headers)
    }
    cache.lookUp(key, (response, snapshot) => {
      if (response !== undefined) return respond(response)
      request.snapshot = snapshot
      if (snapshot === '') return done() // the database is away
      const stale = `${key} ${snapshot}`
      const waiting = followers.get(stale)
      if (waiting !== undefined) return void waiting.push(respond)
      lead(stale, request, reply)
      done()
    })
  })

  app.addHook('onError', (request, _reply, _error, done) => {
    request.release?.()
    done()
  })

  function lead(stale: string, request: FastifyRequest, reply: FastifyReply) {
    const waiting: Respond[] = []
    followers.set(stale, waiting)
    request.release = (response) => {
      request.release = undefined
      followers.delete(stale)
      // The array is left empty: it stays in memory as long as this request, and would keep all who followed there.
      for (const respond of waiting.splice(0)) respond(response)
    }
    reply.raw.once('close', () => request.release?.()) // its client may have gone
  }

  function write(
    request: FastifyRequest,
    reply: FastifyReply,
    response: CachedResponse,
    headers: OutgoingHttpHeader[],
  ) {
    reply.hijack()
    const exchange = { request: request.raw, response: reply.raw, id: request.id, headers }
    sendResponse({ cache, outgoing }, request.cacheKey, exchange, response)
  }

  function finish(request: FastifyRequest, reply: FastifyReply, response: CachedResponse) {
    // Its deadline has passed. The refusal may still wait for the rest of the body (limits/drain.ts).
    if (reply.sent || reply.statusCode !== 200) return
    const headers = headersOf(reply)
    if (originOf(request).length <= MAX_ORIGIN) knownHeaders.set(headersKey(request.routeOptions.url, request), headers)
    write(request, reply, response, headers)
  }

  return {
    async send(request, reply, make) {
      const { cacheKey: key, snapshot } = request
      const response = await (key === undefined ? cache.make(key, make) : cache.revalidate(key, make, snapshot))
      finish(request, reply, response)
      request.release?.(response)
    },

    async sendOwn(request, reply, make) {
      request.release?.()
      finish(request, reply, (await lookUp(request)) ?? (await cache.make(request.cacheKey, make)))
    },
  }

  /** The cached response, unless the fast path has found it to be stale. */
  async function lookUp(request: FastifyRequest): Promise<CachedResponse | undefined> {
    const { cacheKey: key, snapshot } = request
    if (key === undefined || snapshot !== undefined || !cache.has(key)) return undefined
    const began = performance.now()
    const found = await new Promise<CachedResponse | undefined>((resolve) => cache.lookUp(key, resolve))
    request.elapsed += performance.now() - began
    return found
  }
}

/** The headers that hooks have set, but for those of this request, as a flat list of names and values. */
function headersOf(reply: FastifyReply): OutgoingHttpHeader[] {
  const { vary, 'x-request-id': _, connection: __, ...set } = reply.getHeaders()
  const varies = vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`
  const headers = { ...set, vary: varies }
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value]))
}

const headersKey = (url: string | undefined, request: FastifyRequest) => `${url} ${originOf(request)}`

const originOf = ({ headers }: FastifyRequest) => headers.origin ?? ''

const hasBody = ({ headers }: FastifyRequest) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
