import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { READ_METHODS } from '../request/methods.ts'

/** Security headers of every response. Routes that serve a page replace two of them. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/** Headers that scripts of other websites may read. As one text, because the plugin would join a list at each request. */
export const EXPOSED_HEADERS = [
  'Content-Disposition',
  'Content-Range',
  'Error-Code',
  'ETag',
  'Ignored-Fields',
  'Location',
  'Owner-Key',
  'Idempotent-Replay',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ')

/** Returns the headers of an error whose request reached no hook. The origin of such a request may be unknown. */
export const errorHeaders = (corsOrigins: '*' | string[], id: string) => ({
  ...SECURITY_HEADERS,
  ...(corsOrigins === '*' && {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': EXPOSED_HEADERS,
  }),
  'x-request-id': id,
})

/** Sets the security headers and the request id on every response. */
export function setCommonHeaders(app: FastifyInstance) {
  app.addHook('onRequest', ({ id }, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    reply.header('x-request-id', id)
    done()
  })
}

/** Makes caches revalidate before each use, because any response can change at any time. */
export function requireRevalidation(app: FastifyInstance) {
  app.addHook('onRequest', ({ method }, reply, done) => {
    if (READ_METHODS.has(method)) reply.header('cache-control', 'no-cache')
    done()
  })
}

/** Keeps all caches from storing the responses of these routes, because they are private to one client. */
export function forbidStoring(app: FastifyInstance) {
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
}

/** The request headers that decide whether `/` is a page or JSON (asksForPage in src/website/accepts.ts). */
export const PAGE_OR_JSON = 'Accept, User-Agent, Sec-Fetch-Dest'

export const HTML = 'text/html; charset=utf-8'

/** Returns the content security policy of a page, which allows scripts, styles and images of this site alone. */
const pagePolicy = ({ images = "'self'", more = [] as string[] } = {}) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${images}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...more,
  ].join('; ')

/** Headers of every page. With the policy `no-referrer`, browsers would send its forms with `Origin: null`. */
const PAGE_HEADERS = {
  'content-security-policy': pagePolicy({ more: ["require-trusted-types-for 'script'"] }),
  'referrer-policy': 'same-origin',
} as const

/** Policy of the API reference, whose library has images in its stylesheet and does not support trusted types. */
export const REFERENCE_POLICY = pagePolicy({ images: "'self' data:" })

// Headers that depend on the response. All routes use these functions; test/project/headers.test.ts looks for others.

/** Keeps all caches from storing this response. */
export const notStored = (reply: FastifyReply) => reply.header('cache-control', 'no-store')

/** Like `notStored`, also for caches of HTTP/1.0 (RFC 6749, 5.1). */
export const neverStored = (reply: FastifyReply) => notStored(reply).header('pragma', 'no-cache')

/** Lets caches use this response for a while, or until it changes: `how` is a value of Cache-Control. */
export const cachedAs = (reply: FastifyReply, how: string) => reply.header('cache-control', how)

export const variesBy = (reply: FastifyReply, name: string) =>
  reply.header('vary', [reply.getHeader('vary'), name].filter(Boolean).join(', '))

export const tagged = (reply: FastifyReply, tag: string) => reply.header('etag', tag)

/** Makes this the response to a creation: 201 with the new address. */
export const createdAt = (reply: FastifyReply, address: string) => reply.code(201).header('location', address)

/** Gives the client the key of the list that it created. No cache may keep it. */
export const withOwnerKey = (reply: FastifyReply, key: string) => notStored(reply).header('owner-key', key)

export const replayed = (reply: FastifyReply) => reply.header('idempotent-replay', 'true')

/** Sets or clears a cookie, which no cache may keep. */
export const withCookie = (reply: FastifyReply, cookie: string) => notStored(reply).header('set-cookie', cookie)

export const retryAfter = (reply: FastifyReply, seconds: number) => reply.header('retry-after', seconds)

/** Makes a browser save the response under the name in `disposition`, instead of guessing its type or showing it. */
export function describeDownload(reply: FastifyReply, type: string, disposition: string): FastifyReply {
  return reply.type(type).header('content-disposition', disposition).header('x-content-type-options', 'nosniff')
}

export const sendLength = (reply: FastifyReply, bytes: number) =>
  reply.header('content-length', bytes).send(Readable.from([]))

export const inGzip = (reply: FastifyReply) => reply.header('content-encoding', 'gzip')

/** Gives a response the headers of a page instead of those of the API. */
export const asPage = (reply: FastifyReply) => reply.headers(PAGE_HEADERS)

export const sendPrivatePage = (reply: FastifyReply, status: number, page: string | Buffer) =>
  notStored(reply).code(status).type(HTML).send(page)
