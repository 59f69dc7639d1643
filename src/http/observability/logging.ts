import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

/** A request that takes at least this long is logged at level info. */
const SLOW_MS = 1_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Omits the query string from the log, because it may hold a secret or a code. */
    hidesQuery?: boolean
  }
}

/** Logs each request at level debug, and slow ones at level info. The error handler logs errors. */
export const logging = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onResponse', ({ method, url, ip, log, routeOptions }, { elapsedTime, raw }, done) => {
    const isSlow = elapsedTime >= SLOW_MS
    const shown = routeOptions.config?.hidesQuery === true ? url.replace(/\?.*/s, '?...') : url
    log[isSlow ? 'info' : 'debug'](
      { method, url: shown, ip, status: raw.statusCode, ms: Math.round(elapsedTime) },
      isSlow ? 'slow request' : 'request',
    )
    done()
  })
})
