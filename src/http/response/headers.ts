import type { FastifyInstance } from 'fastify'

/**
 * What browsers are told of every answer: it is what its type says, it runs nothing, no page frames it, and no link in
 * it tells where it stood. A route that serves a page has a policy of its own.
 */
export const PROTECTION = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/** Puts the request's id and the protection of browsers on every answer. */
export function markAnswers(app: FastifyInstance) {
  app.addHook('onRequest', ({ id }, reply, done) => {
    reply.headers(PROTECTION)
    reply.header('x-request-id', id)
    done()
  })
}

const READS = new Set(['GET', 'HEAD'])

/** Has every cache ask again before it answers: what is read can be another thing at any moment. */
export function haveCachesAsk(app: FastifyInstance) {
  app.addHook('onRequest', ({ method }, reply, done) => {
    if (READS.has(method)) reply.header('cache-control', 'no-cache')
    done()
  })
}
