import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import type { Context, RequestContext } from '../../context.ts'
import { CatalogError } from '../../errors.ts'
import { bearerToken } from '../request/authentication.ts'
import { isRead, SAFE_METHODS } from '../request/methods.ts'

/*
 * Rate limits. Each server counts in its own memory: reads by address, writes by address and by token. A write counts
 * when its head has arrived, so guessing tokens is limited, and no body beyond the limit is read. With N servers, a
 * client may write up to N times the limit. Guarantee: docs/promises.md. Tests: test/http/limits/rate-limits.test.ts.
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
 * Limits reads and writes. Not counted: probes, OPTIONS, parts of pages, and programs on this machine as long as no
 * proxy names the addresses of clients; if one seems to, a warning names the setting.
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

/** Length of the IPv6 prefix that counts as one client: providers assign at least such a network. */
const PREFIX_BITS = 64

/** Returns the key by which a client is counted. Values that are not IP addresses share one. */
export function addressKey(address: string): string {
  const [, ip = ''] = /^\[?([\da-f.:]+?)(?:%.*)?(?:\]|$)/i.exec(withoutPort(address)) ?? []
  return isIP(ip) === 0 ? 'unknown' : normalizeIP(ip, PREFIX_BITS)
}

/** Returns the key of a client's address for limits; undefined for programs on this machine. */
export const limitedAddress = ({ ip, server }: FastifyRequest): string | undefined =>
  !server.trustsProxy && /^(::ffff:)?127\.|^::1$/.test(ip) ? undefined : addressKey(ip)

/** Removes the port that some proxies append, as in `192.0.2.1:4711`. */
const withoutPort = (address: string) => address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

/** Returns the key by which a token is counted. It is neither the token nor its hash in the database. */
const tokenKey = (authorization: string): string =>
  createHash('sha256').update(`counted ${authorization}`).digest('base64url').slice(0, 22)

/** Returns the context for writes of a request. */
export const requestContext = (context: Context, request: FastifyRequest): RequestContext => ({
  ...context,
  address: addressKey(request.ip),
  isLimited: limitedAddress(request) !== undefined,
})

/**
 * Limits the wrong attempts of a client, for example to guess a code. createRateLimit of @fastify/rate-limit can't
 * uncount a correct attempt; with `increment: false` before an attempt, guesses that are sent at once all pass. Tests:
 * test/accounts/device.test.ts, test/http/limits/attempt-limit.test.ts.
 */
export function createAttemptLimit(max: number, windowMs: number) {
  const counts = new LRUCache<string, { attempts: number; until: number }>({ max: MAX_CLIENTS })
  return {
    /** Counts an attempt. Returns how to uncount a correct one, or the seconds until the next is allowed. */
    begin(key: string, now: Date): { forgive(): void } | { seconds: number } {
      const time = now.getTime()
      const known = counts.get(key)
      const count = known !== undefined && known.until > time ? known : { attempts: 0, until: time + windowMs }
      if (count.attempts >= max) return { seconds: Math.ceil((count.until - time) / 1000) }
      count.attempts++
      counts.set(key, count)
      return { forgive: () => void count.attempts-- } // in its own window, even if the next one has begun
    },
  }
}
