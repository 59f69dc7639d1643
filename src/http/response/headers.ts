import type { FastifyInstance } from 'fastify'
import { READ_METHODS } from '../request/methods.ts'

/**
 * What browsers should know of every response: it is of the type that it says, runs no script, is shown in no frame,
 * and its links do not tell where they stood. Routes that serve a page have a policy of their own.
 */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/** Puts the security headers and the request's id on every response. */
export function setCommonHeaders(app: FastifyInstance) {
  app.addHook('onRequest', ({ id }, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    reply.header('x-request-id', id)
    done()
  })
}

/** Has caches revalidate before each use: any response can change at any moment. */
export function requireRevalidation(app: FastifyInstance) {
  app.addHook('onRequest', ({ method }, reply, done) => {
    if (READ_METHODS.has(method)) reply.header('cache-control', 'no-cache')
    done()
  })
}
