import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { READ_METHODS } from '../request/methods.ts'

/** A request that takes at least this long is logged at level info. */
const SLOW_MS = 1_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Omits the query string of reads from the log, because it may hold a secret or a code. Writes always omit it. */
    hidesQuery?: boolean
  }
}

/**
 * Logs each request at level debug, and slow ones at level info. The query string is logged only if the request reads a
 * known route: a client that uses the wrong method or path may send a secret there. The error handler logs errors.
 */
export const logging = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onResponse', (request, { elapsedTime, raw }, done) => {
    const { method, url, ip, log, is404, routeOptions } = request
    const isSlow = elapsedTime >= SLOW_MS
    const isShown = !is404 && READ_METHODS.has(method) && routeOptions.config?.hidesQuery !== true
    const shown = isShown ? url : url.replace(/\?.*/s, '?...')
    log[isSlow ? 'info' : 'debug'](
      { method, url: shown, ip, status: raw.statusCode, ms: Math.round(elapsedTime) },
      isSlow ? 'slow request' : 'request',
    )
    done()
  })
})
