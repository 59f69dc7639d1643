import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CachedResponse, CacheKey, Make } from './cached-response.ts'
import type { ResponseCache } from './response-cache.ts'
import { sendResponse } from './send-response.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Returns the parameters that the response of the route depends on. The query has not been validated yet. */
    cacheKey?: (request: FastifyRequest) => CacheKey
  }
  interface FastifyRequest {
    /** The cache key of the response. Undefined if the response is not cached. */
    cacheKey: string | undefined
    /** The current snapshot, if the fast path found the cached response stale. Undefined if it did not look. */
    snapshot: string | undefined
  }
}

/**
 * Returns the cache key of a route that may show more to a client with a token. Returns undefined for requests with a
 * token, because their responses are not cached.
 */
export const anonymousKey = ({ headers }: FastifyRequest, key: CacheKey): CacheKey =>
  headers.authorization === undefined ? key : undefined

/** Sends the responses of routes with a `cacheKey`. */
export interface CachedRoutes {
  /**
   * Adds the fast path to a scope: a hook that sends a valid cached response. Register it after the hooks that set the
   * scope's headers, and before those that only matter if a response must be made, such as authentication.
   */
  addFastPath(scope: FastifyInstance): void
  /** Sends the cached response. If it is stale, a new one is made once for all requests that wait for it. */
  send(request: FastifyRequest, reply: FastifyReply, make: Make): Promise<void>
  /**
   * Sends the cached response. If it is stale, a new one is made for this request alone, so that the work can stop when
   * the client disconnects.
   */
  sendOwn(request: FastifyRequest, reply: FastifyReply, make: Make): Promise<void>
}

/*
 * Routes whose responses are cached, and their fast path.
 *
 * Problem: validation, authentication and the handler take about as long as the rest of a cached response, but can't
 * change it.
 * Approach: an early hook sends a valid cached response. Its headers are those that earlier hooks have set on this
 * reply, and those that are cached with the response. Logs and metrics come from hooks that run after the response.
 * Guarantee: a cached response has the status, headers and bytes of an uncached one.
 * Tests: test/http/cache/. Measured by `npm run bench -- pages list games`, see docs/performance.md.
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
