import type { FastifyInstance } from 'fastify'
import { READ_METHODS } from '../request/methods.ts'

/**
 * Security headers of every response. Browsers do not guess its type, run its scripts, show it in a frame, or send a
 * referrer. Routes that serve a page replace two of them.
 */
export const SECURITY_HEADERS = {
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

/**
 * Headers of every page of the website. They replace those of the API. With the policy `no-referrer`, browsers would
 * send the page's own forms with `Origin: null`.
 */
export const PAGE_HEADERS = {
  'content-security-policy': pagePolicy({ more: ["require-trusted-types-for 'script'"] }),
  'referrer-policy': 'same-origin',
} as const

/** Policy of the API reference, whose library has images in its stylesheet and does not support trusted types. */
export const REFERENCE_POLICY = pagePolicy({ images: "'self' data:" })
