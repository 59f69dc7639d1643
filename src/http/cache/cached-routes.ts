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
     * What tells the responses of a route from each other: its parameters, as far as they change a response. The query is
     * not validated yet. Undefined where a response is not worth keeping.
     */
    cacheKey?: (request: FastifyRequest) => string | undefined
  }
  interface FastifyRequest {
    /** What the response is cached by; undefined: it is not. */
    cacheKey: string | undefined
    /** The snapshot for which the cached response was found to be stale; undefined: nobody has asked. */
    snapshot: string | undefined
  }
}

/** How the handlers of routes that have a `cacheKey` send. */
export interface CachedRoutes {
  /** Sends the response, cached or made anew for all who ask meanwhile. */
  send(request: FastifyRequest, reply: FastifyReply, make: Make): Promise<void>
  /** The same for what is made for one client alone, and given up when it goes. */
  sendOwn(request: FastifyRequest, reply: FastifyReply, make: Make): Promise<void>
}

interface CachedRoutesOptions {
  cache: ResponseCache
  outgoing: OutgoingMemory
  /** Whether the fast path may be taken: what the hooks after it would refuse, it would send. */
  mayHurry: () => boolean
}

/** Websites whose headers are remembered, and how long their names may be. */
const MAX_ORIGINS = 1_000
const MAX_ORIGIN = 256

/**
 * Answers from the response cache.
 *
 * The fast path. A response that was sent before is sent again by the first hook of all: validation, tokens and what the
 * other hooks look at change nothing about it, but take as long as all else. The headers that they put on a response
 * depend on the Origin of the request alone, and are remembered with it. Logs and metrics are written by Fastify's own
 * hooks after the response. Looked up after the other hooks, a page takes almost twice the processor time; looked up by
 * the server's own listener, before Fastify, a page is sent as fast and a 304 a fifth faster, but every server that listens
 * has to be told, and every line of the log written twice.
 */
export function cachedRoutes(app: FastifyInstance, { cache, outgoing, mayHurry }: CachedRoutesOptions): CachedRoutes {
  const headersByOrigin = new LRUCache<string, OutgoingHttpHeader[]>({ max: MAX_ORIGINS })
  let isClosing = false

  app.decorateRequest('cacheKey', undefined)
  app.decorateRequest('snapshot', undefined)
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { url, config } = request.routeOptions
    const part = config.cacheKey?.(request)
    if (part === undefined) return done()
    const key = `${url} ${part}`
    request.cacheKey = key
    const headers = headersByOrigin.get(originOf(request))
    if (headers === undefined || hasBody(request) || !mayHurry() || !cache.has(key)) return done()
    cache.lookUp(key, (response, snapshot) => {
      if (response === undefined) {
        request.snapshot = snapshot
        return done()
      }
      if (isClosing) reply.raw.setHeader('connection', 'close')
      write(request, reply, response, headers)
    })
  })

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
    // It took too long, and was given up: what was answered may still wait for the rest of a body (limits/drain.ts).
    if (reply.sent || reply.statusCode !== 200) return
    const headers = headersOf(reply)
    const origin = originOf(request)
    if (origin.length <= MAX_ORIGIN) headersByOrigin.set(origin, headers)
    write(request, reply, response, headers)
  }

  return {
    async send(request, reply, make) {
      const { cacheKey: key, snapshot } = request
      finish(request, reply, await (key === undefined ? cache.make(key, make) : cache.revalidate(key, make, snapshot)))
    },

    async sendOwn(request, reply, make) {
      finish(request, reply, (await cached(request)) ?? (await cache.make(request.cacheKey, make)))
    },
  }

  /** What the fast path has not asked for. */
  async function cached(request: FastifyRequest): Promise<CachedResponse | undefined> {
    const { cacheKey: key, snapshot } = request
    if (key === undefined || snapshot !== undefined || !cache.has(key)) return undefined
    const began = performance.now()
    const found = await new Promise<CachedResponse | undefined>((resolve) => cache.lookUp(key, resolve))
    request.waited += performance.now() - began
    return found
  }
}

/** What the hooks have set, as a flat list of names and values. */
function headersOf(reply: FastifyReply): OutgoingHttpHeader[] {
  const { vary, 'x-request-id': _, connection: __, ...set } = reply.getHeaders()
  const varies = vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`
  const headers = { ...set, vary: varies }
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, value]))
}

const originOf = ({ headers }: FastifyRequest) => headers.origin ?? ''

const hasBody = ({ headers }: FastifyRequest) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
