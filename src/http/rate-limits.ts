import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { CatalogError } from '../errors.ts'

/** Requests a minute and address; 0 is unlimited. */
export interface RateLimits {
  write: number
  read: number
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Counts reads and writes apart, before any token is looked up. */
export const rateLimiting = fastifyPlugin<{ limits: RateLimits }>(async (app: FastifyInstance, { limits }) => {
  await app.register(rateLimit, {
    global: false,
    timeWindow: '1 minute',
    errorResponseBuilder: (_, { after }) =>
      new CatalogError('rate_limited', `Too many requests. Try again in ${after}.`),
  })
  const limiter = (kind: keyof RateLimits) =>
    limits[kind] === 0
      ? undefined
      : app.rateLimit({ max: limits[kind], groupId: kind, keyGenerator: ({ ip }) => `${kind} ${ip}` })
  const [read, write] = [limiter('read'), limiter('write')]

  app.addHook('onRequest', async function limit(request, reply) {
    await (READS.has(request.method) ? read : write)?.call(this, request, reply)
  })
})
