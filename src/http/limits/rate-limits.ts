import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../context.ts'
import { countWrite } from '../../db/write-counts.ts'
import { CatalogError } from '../../errors.ts'
import { bearerToken } from '../request/authentication.ts'
import { addressKey, tokenKey } from './client-key.ts'
import { inTime } from './deadline.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What this process has counted of a write; null where writes are not limited, and of reads. */
    writeCount: Count | null
  }
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

interface Count {
  count: number
  /** Until it begins anew. */
  seconds: number
}

const READS = new Set(['GET', 'HEAD'])

/** Clients over the limit that are remembered: their requests cost the database nothing. */
const MAX_BLOCKED = 10_000

/**
 * Counts reads and writes apart. Reads count by address, on each server for itself, since most are answered faster than
 * they are counted in common; probes and OPTIONS, which a browser asks by itself before a request, do not count.
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
        if (!READS.has(request.method) || request.routeOptions.config?.isProbe === true) return done()
        limiter.call(this, request, reply).then(() => done(), done)
      })
    }
    if (limits.write > 0) limitWrites(app, context, limits.write)
  },
)

/**
 * Writes count twice, by address and by token. When one comes, this process counts it in memory, whatever becomes of it:
 * so guessing tokens is bounded, and no byte of a body is read beyond the limit. When it is about to be carried out, all
 * servers count it together, in the database. What is refused before (401, 403, 404, 405, 422) commits nothing there, as
 * each commit, be it of a count, has every cached response read anew (db/snapshot.ts). Figures: docs/promises.md.
 */
function limitWrites(app: FastifyInstance, { db }: Context, max: number) {
  const byAddress = app.createRateLimit({ max, keyGenerator: ({ ip }) => addressKey(ip) })
  const byToken = app.createRateLimit({ max, keyGenerator: ({ headers }) => tokenOf(headers.authorization) })
  const blocked = new LRUCache<string, true>({ max: MAX_BLOCKED })

  async function countHere(request: FastifyRequest): Promise<Count> {
    const limiters = request.headers.authorization === undefined ? [byAddress] : [byAddress, byToken]
    const counted = await Promise.all(limiters.map((limiter) => limiter(request)))
    const counts = counted.flatMap((limit) =>
      limit.isAllowed
        ? []
        : [{ count: limit.isExceeded ? max + 1 : max - limit.remaining, seconds: limit.ttlInSeconds }],
    )
    const blocks = clientKeys(request).map((key) => ({ count: max + 1, seconds: secondsLeft(key) }))
    return fullest([...counts, ...blocks.filter(({ seconds }) => seconds > 0)])
  }

  const secondsLeft = (key: string) => (blocked.has(key) ? Math.ceil(blocked.getRemainingTTL(key) / 1000) : 0)

  app.decorateRequest('writeCount', null)
  app.addHook('onRequest', (request, reply, done) => {
    if (READS.has(request.method) || request.method === 'OPTIONS') return done()
    const limitHere = async () => {
      request.writeCount = await countHere(request)
      limit(reply, max, request.writeCount)
    }
    limitHere().then(() => done(), done)
  })
  app.addHook('preHandler', (request, reply, done) => {
    const { writeCount } = request
    if (writeCount === null) return done()
    const count = () => countWrite(db.writes, clientKeys(request))
    const limitEverywhere = async () => {
      // Where the time of requests is not measured, nothing is waited for but this.
      const counts = await ('waited' in request ? inTime(request, reply, count) : count())
      for (const { key, count, seconds } of counts) if (count >= max) blocked.set(key, true, { ttl: seconds * 1000 })
      limit(reply, max, fullest([writeCount, ...counts]))
    }
    limitEverywhere().then(() => done(), done)
  })
}

/** Tells the client how far it is, and refuses it beyond. */
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

const fullest = (counts: readonly Count[]): Count =>
  counts.reduce((most, count) => (count.count > most.count ? count : most), { count: 0, seconds: 60 })

function clientKeys({ ip, headers: { authorization } }: FastifyRequest): string[] {
  const address = `address ${addressKey(ip)}`
  return authorization === undefined ? [address] : [address, `token ${tokenOf(authorization)}`]
}

const tokenOf = (authorization = '') => tokenKey(bearerToken(authorization))

const tooMany = (time: string) => new CatalogError('rate_limited', `Too many requests. Try again in ${time}.`)
