import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Context } from '../../context.ts'
import { countWrite, type WriteCount } from '../../db/write-counts.ts'
import { CatalogError } from '../../errors.ts'
import { bearerToken } from '../request/authentication.ts'
import { addressKey, tokenKey } from './client-key.ts'
import { inTime } from './deadline.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked by machines at their own pace, and answered whatever else its client does. */
    isProbe?: boolean
  }
}

/** Requests a minute and client; 0 is unlimited. */
export interface RateLimits {
  write: number
  read: number
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Clients over the limit that are remembered: their requests cost the database nothing. */
const MAX_REFUSED = 10_000

/**
 * Counts reads and writes apart, before any token is looked up: writes by address and by token, on all servers of the
 * database together; reads by address, on each server for itself, since most are answered faster than they are counted.
 */
export const rateLimiting = fastifyPlugin<{ context: Context; limits: RateLimits }>(
  async (app: FastifyInstance, { context, limits }) => {
    await app.register(rateLimit, {
      global: false,
      timeWindow: '1 minute',
      errorResponseBuilder: (_, { after }) => tooMany(after),
    })
    const read =
      limits.read === 0
        ? undefined
        : app.rateLimit({ max: limits.read, groupId: 'read', keyGenerator: ({ ip }) => addressKey(ip) })
    const write = limits.write === 0 ? undefined : writeLimiter(context, limits.write)

    app.addHook('onRequest', function limit(request, reply, done) {
      const { method, routeOptions } = request
      // Nor does what a browser asks by itself before a request count.
      if (method === 'OPTIONS' || (READS.has(method) && routeOptions.config?.isProbe === true)) return done()
      const limiter = READS.has(method) ? read : write
      if (limiter === undefined) return done()
      limiter.call(this, request, reply).then(() => done(), done)
    })
  },
)

function writeLimiter({ db }: Context, max: number) {
  /** When clients that are over the limit may write again, in milliseconds of a clock that is never set. */
  const refused = new Map<string, number>()

  const refuse = (key: string, seconds: number) => {
    refused.delete(key)
    refused.set(key, performance.now() + seconds * 1000)
    const [oldest] = refused.keys()
    if (refused.size > MAX_REFUSED && oldest !== undefined) refused.delete(oldest)
  }

  const secondsLeft = (key: string): number => {
    const until = refused.get(key)
    if (until === undefined) return 0
    const seconds = Math.ceil((until - performance.now()) / 1000)
    if (seconds <= 0) refused.delete(key)
    return Math.max(0, seconds)
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const keys = clientKeys(request)
    const wait = Math.max(...keys.map(secondsLeft))
    const counted = () => (wait > 0 ? [{ key: '', count: max + 1, seconds: wait }] : countWrite(db.writes, keys))
    // Where the time of requests is not measured, nothing is waited for but this.
    const counts = await ('waited' in request ? inTime(request, reply, counted) : counted())
    const fullest = counts.reduce((most, count) => (count.count > most.count ? count : most))
    announce(reply, max, fullest)
    if (fullest.count <= max) return
    if (wait === 0) refuse(fullest.key, fullest.seconds)
    reply.header('retry-after', fullest.seconds)
    throw tooMany(`${fullest.seconds} seconds`)
  }
}

function clientKeys({ ip, headers: { authorization } }: FastifyRequest): string[] {
  const address = `address ${addressKey(ip)}`
  return authorization === undefined ? [address] : [address, `token ${tokenKey(bearerToken(authorization))}`]
}

function announce(reply: FastifyReply, max: number, { count, seconds }: WriteCount) {
  reply.headers({
    'x-ratelimit-limit': max,
    'x-ratelimit-remaining': Math.max(0, max - count),
    'x-ratelimit-reset': seconds,
  })
}

const tooMany = (time: string) => new CatalogError('rate_limited', `Too many requests. Try again in ${time}.`)
