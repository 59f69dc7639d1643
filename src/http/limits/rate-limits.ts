import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { CatalogError } from '../../errors.ts'
import { bearerToken } from '../request/authentication.ts'
import { isRead, SAFE_METHODS } from '../request/methods.ts'
import { addressKey, limitedAddress, tokenKey } from './client-key.ts'

/*
 * Rate limits.
 *
 * Each server counts in its own memory (@fastify/rate-limit): reads by address, writes by address and by token. A write
 * counts when its head has arrived, whether it succeeds or not. So guessing tokens is limited, and no body beyond the
 * limit is read. With N servers, a client may write up to N times the limit.
 * Guarantee: docs/promises.md.
 * Tests: test/http/limits/rate-limits.test.ts.
 */

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route for monitors, which is not limited. */
    isProbe?: boolean
    /** A route that browsers load as a part of a page. Only the page counts. */
    isPartOfPage?: boolean
  }
}

/** Maximum number of requests of each client in a minute. 0 means no limit. */
export interface RateLimits {
  write: number
  read: number
}

/** Maximum number of clients that are counted. Beyond it, the least recently seen client is forgotten. */
const MAX_CLIENTS = 10_000

/**
 * Limits reads and writes separately. Probes do not count. Neither do requests that browsers send on their own: OPTIONS,
 * and parts of pages; nor those of programs on this machine, as long as no proxy names the addresses of clients. If one
 * seems to, a warning in the log names the setting.
 */
export const rateLimiting = fastifyPlugin<{ limits: RateLimits }>(async (app: FastifyInstance, { limits }) => {
  await app.register(rateLimit, { global: false, cache: MAX_CLIENTS, timeWindow: '1 minute' })
  const byAddress = (max: number) => app.createRateLimit({ max, keyGenerator: ({ ip }) => addressKey(ip) })
  const byToken = app.createRateLimit({
    max: limits.write,
    keyGenerator: ({ headers }) => tokenKey(bearerToken(headers.authorization ?? '')),
  })
  const reads = byAddress(limits.read)
  const writes = byAddress(limits.write)

  /** Returns the limits that count the request. */
  function limitersOf(request: FastifyRequest) {
    const { isProbe, isPartOfPage, countsAsWrite } = request.routeOptions.config ?? {}
    const isOfRead = isRead(request) && !countsAsWrite
    if (isOfRead ? limits.read === 0 || isProbe || isPartOfPage : limits.write === 0) return []
    if ((!isOfRead && SAFE_METHODS.has(request.method)) || limitedAddress(request) === undefined) return []
    if (isOfRead) return [reads]
    return request.headers.authorization === undefined ? [writes] : [writes, byToken]
  }

  async function limit(request: FastifyRequest, reply: FastifyReply, limiters: ReturnType<typeof limitersOf>) {
    for (const limiter of limiters) {
      const count = await limiter(request)
      if (!count.isAllowed) apply(reply, count)
    }
  }

  let hasWarned = app.trustsProxy
  function warnOfProxy(request: FastifyRequest) {
    if (request.headers['x-forwarded-for'] === undefined || limitedAddress(request) !== undefined) return
    hasWarned = true
    request.log.warn(
      'a proxy on this machine sends X-Forwarded-For, but TRUST_PROXY is not set: no limit counts the clients behind it',
    )
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (!hasWarned) warnOfProxy(request)
    const limiters = limitersOf(request)
    if (limiters.length === 0) return done()
    limit(request, reply, limiters).then(() => done(), done)
  })
})

interface Count {
  max: number
  remaining: number
  ttlInSeconds: number
  isExceeded: boolean
}

/** Throws if the limit is exceeded. Sets the headers that report what is left, unless another limit has less left. */
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
  throw new CatalogError('rate_limited', `Too many requests. Try again in ${ttlInSeconds} seconds.`)
}
