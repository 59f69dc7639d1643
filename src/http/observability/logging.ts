import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

/** A request that takes at least this long is logged at level info. */
const SLOW_MS = 1_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Omits the query string from the log, because it may hold a secret or a code. */
    hidesQuery?: boolean
  }
}

interface AccessLogEntry {
  method: string | undefined
  url: string | undefined
  ip: string | undefined
  status: number
  /** Duration of the request, in milliseconds. */
  elapsed: number
}

/** Logs each request at level debug, and slow ones at level info. The error handler logs errors. */
export const logging = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onResponse', (request, reply, done) => {
    const { elapsedTime: elapsed, raw } = reply
    const { method, ip, routeOptions } = request
    const url = routeOptions.config?.hidesQuery === true ? request.url.replace(/\?.*/s, '?...') : request.url
    if (isLogged(request.log, elapsed)) logRequest(request.log, { method, url, ip, status: raw.statusCode, elapsed })
    done()
  })
})

const isLogged = ({ level }: FastifyBaseLogger, elapsed: number) =>
  elapsed >= SLOW_MS || level === 'debug' || level === 'trace'

function logRequest(logger: FastifyBaseLogger, { elapsed, ...entry }: AccessLogEntry) {
  const isSlow = elapsed >= SLOW_MS
  logger[isSlow ? 'info' : 'debug']({ ...entry, ms: Math.round(elapsed) }, isSlow ? 'slow request' : 'request')
}
