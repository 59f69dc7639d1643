import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../context.ts'
import { countWrite } from '../../db/write-counts.ts'
import { CatalogError } from '../../errors.ts'
import { bearerToken } from '../request/authentication.ts'
import { READ_METHODS, SAFE_METHODS } from '../request/methods.ts'
import { addressKey, tokenKey } from './client-key.ts'
import { withDeadline } from './deadline.ts'

/*
 * Rate limits. Writes are limited by address and by token, over all servers of a database together. Counting them there
 * alone would let a client that guesses tokens, or sends forms that are refused, cost the database one commit each; and
 * each commit, also that of a count, makes every cached response be read anew (db/snapshot.ts).
 *
 * So a write counts twice. When it comes, this process counts it in memory (@fastify/rate-limit), whatever becomes of
 * it: so guessing tokens is limited, and no byte of a body beyond the limit is read. When it has passed all checks, the
 * database counts it for all servers (db/write-counts.ts). Reads are counted by address in memory, each server for
 * itself, as most are answered faster than a common count would be.
 *
 * Promised: docs/promises.md, with figures. Tests: test/http/limits/rate-limits.test.ts; drilled by
 * test/faults/clients/rate-limits.drill.ts.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** This process's count of the client's writes; null for reads, and where writes are not limited. */
    writeCount: Count | null
  }
  interface FastifyContextConfig {
    /** Asked by monitors at a pace of their own: the request is not limited. */
    isProbe?: boolean
    /** A part of a page, which browsers load by themselves, small and in memory: the page alone counts. */
    isPartOfPage?: boolean
  }
}

/** Requests by each client in a minute; 0 is unlimited. */
export interface RateLimits {
  write: number
  read: number
}

interface Count {
  count: number
  /** Until it starts again from 0. */
  seconds: number
}

/**
 * How many clients over the limit are remembered: until their minute is over, their requests do not reach the database.
 */
const MAX_BLOCKED = 10_000

/**
 * Limits reads and writes, each by their own count. Probes do not count, nor what browsers send by themselves: OPTIONS,
 * and requests for parts of pages.
 */
export const rateLimiting = fastifyPlugin<{ context: Context; limits: RateLimits }>(
  async (app: FastifyInstance, { context, limits }) => {
    await app.register(rateLimit, {
      global: false,
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
    if (limits.write > 0) limitWrites(app, context, limits.write)
  },
)

function limitWrites(app: FastifyInstance, { db }: Context, max: number) {
  const byAddress = app.createRateLimit({ max, keyGenerator: ({ ip }) => addressKey(ip) })
  const byToken = app.createRateLimit({ max, keyGenerator: ({ headers }) => tokenOf(headers.authorization) })
  const blocked = new LRUCache<string, true>({ max: MAX_BLOCKED })

  async function countInMemory(request: FastifyRequest): Promise<Count> {
    const limiters = request.headers.authorization === undefined ? [byAddress] : [byAddress, byToken]
    const results = await Promise.all(limiters.map((limiter) => limiter(request)))
    const counts = results.flatMap((limit) =>
      limit.isAllowed
        ? []
        : [{ count: limit.isExceeded ? max + 1 : max - limit.remaining, seconds: limit.ttlInSeconds }],
    )
    const blocks = clientKeys(request).map((key) => ({ count: max + 1, seconds: secondsLeft(key) }))
    return highest([...counts, ...blocks.filter(({ seconds }) => seconds > 0)])
  }

  const secondsLeft = (key: string) => (blocked.has(key) ? Math.ceil(blocked.getRemainingTTL(key) / 1000) : 0)

  app.decorateRequest('writeCount', null)
  app.addHook('onRequest', (request, reply, done) => {
    if (SAFE_METHODS.has(request.method)) return done()
    const limitInMemory = async () => {
      request.writeCount = await countInMemory(request)
      limit(reply, max, request.writeCount)
    }
    limitInMemory().then(() => done(), done)
  })
  app.addHook('preHandler', (request, reply, done) => {
    const { writeCount } = request
    if (writeCount === null) return done()
    const count = () => countWrite(db.writes, clientKeys(request))
    const limitInDatabase = async () => {
      // Outside of the scope of deadlines there is nothing else that the request waits for.
      const counts = await ('elapsed' in request ? withDeadline(request, reply, count) : count())
      for (const { key, count, seconds } of counts) if (count >= max) blocked.set(key, true, { ttl: seconds * 1000 })
      limit(reply, max, highest([writeCount, ...counts]))
    }
    limitInDatabase().then(() => done(), done)
  })
}

/** Sets the headers with what is left to the client, and refuses it beyond the limit. */
function limit(reply: FastifyReply, max: number, { count, seconds }: Count) {
  reply.headers({
    'x-ratelimit-limit': max,
    'x-ratelimit-remaining': Math.max(0, max - count),
    'x-ratelimit-reset': seconds,
  })
  if (count <= max) return
  reply.header('retry-after', seconds)
  throw tooMany(`${seconds} seconds`)
}

const highest = (counts: readonly Count[]): Count =>
  counts.reduce((most, count) => (count.count > most.count ? count : most), { count: 0, seconds: 60 })

function clientKeys({ ip, headers: { authorization } }: FastifyRequest): string[] {
  const address = `address ${addressKey(ip)}`
  return authorization === undefined ? [address] : [address, `token ${tokenOf(authorization)}`]
}

const tokenOf = (authorization = '') => tokenKey(bearerToken(authorization))

const tooMany = (time: string) => new CatalogError('rate_limited', `Too many requests. Try again in ${time}.`)
