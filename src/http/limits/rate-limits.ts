import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { CatalogError } from '../../errors.ts'
import { bearerToken } from '../request/authentication.ts'
import { READ_METHODS, SAFE_METHODS } from '../request/methods.ts'
import { addressKey, tokenKey } from './client-key.ts'

/*
 * Rate limits. Each server counts in its own memory (@fastify/rate-limit): reads by address, writes by address and by
 * token. A write counts when its head has arrived, whether it succeeds or not. So guessing tokens is limited, and no byte
 * of a body beyond the limit is read. Behind N servers a client may write up to N times the limit.
 *
 * Promised: docs/promises.md. Tests: test/http/limits/rate-limits.test.ts; with many clients at once
 * test/faults/clients/rate-limits.slow.test.ts.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Monitors ask for this route at their own pace: it is not limited. */
    isProbe?: boolean
    /** Browsers load this route as a part of a page: only the page counts. */
    isPartOfPage?: boolean
  }
}

/** Maximum number of requests by each client in a minute; 0 is unlimited. */
export interface RateLimits {
  write: number
  read: number
}

/** Maximum number of clients that are counted. Beyond it, the client that was longest without a request is forgotten. */
const MAX_CLIENTS = 10_000

/**
 * Limits reads and writes, each by their own count. Probes do not count. Neither do requests that browsers send by
 * themselves: OPTIONS, and parts of pages.
 */
export const rateLimiting = fastifyPlugin<{ limits: RateLimits }>(async (app: FastifyInstance, { limits }) => {
  await app.register(rateLimit, {
    global: false,
    cache: MAX_CLIENTS,
    timeWindow: '1 minute',
    errorResponseBuilder: (_, { after }) => tooMany(after),
  })
  if (limits.read > 0) {
    const limiter = app.rateLimit({ max: limits.read, keyGenerator: ({ ip }) => addressKey(ip) })
    app.addHook('onRequest', function limitReads(request, reply, done) {
      const { isProbe, isPartOfPage } = request.routeOptions.config ?? {}
      if (!READ_METHODS.has(request.method) || isProbe === true || isPartOfPage === true) return done()
      limiter.call(this, request, reply).then(() => done(), done)
    })
  }
  if (limits.write > 0) limitWrites(app, limits.write)
})

function limitWrites(app: FastifyInstance, max: number) {
  const byAddress = app.createRateLimit({ max, keyGenerator: ({ ip }) => addressKey(ip) })
  const byToken = app.createRateLimit({
    max,
    keyGenerator: ({ headers }) => tokenKey(bearerToken(headers.authorization ?? '')),
  })

  async function limit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const limiters = request.headers.authorization === undefined ? [byAddress] : [byAddress, byToken]
    for (const limiter of limiters) {
      const count = await limiter(request)
      if (!count.isAllowed) apply(reply, count)
    }
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (SAFE_METHODS.has(request.method)) return done()
    limit(request, reply).then(() => done(), done)
  })
}

interface Count {
  max: number
  remaining: number
  ttlInSeconds: number
  isExceeded: boolean
}

/** Reports in headers how much is left, for the count of which the least is left, and throws beyond the limit. */
function apply(reply: FastifyReply, { max, remaining, ttlInSeconds, isExceeded }: Count): void {
  const reported = reply.getHeader('x-ratelimit-remaining')
  if (reported === undefined || remaining < Number(reported)) {
    reply.headers({
      'x-ratelimit-limit': max,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': ttlInSeconds,
    })
  }
  if (!isExceeded) return
  reply.header('retry-after', ttlInSeconds)
  throw tooMany(`${ttlInSeconds} seconds`)
}

const tooMany = (time: string) => new CatalogError('rate_limited', `Too many requests. Try again in ${time}.`)
