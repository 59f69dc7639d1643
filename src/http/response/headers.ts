import type { FastifyInstance } from 'fastify'
import { READ_METHODS } from '../request/methods.ts'

/**
 * Security headers of every response. Browsers do not guess its type, run its scripts, show it in a frame, or send a
 * referrer. Routes that serve a page replace the content security policy.
 */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

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
