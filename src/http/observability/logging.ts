import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

/** A request that takes this long is logged at the level info. */
const SLOW_MS = 1_000

interface AccessLogEntry {
  method: string | undefined
  url: string | undefined
  ip: string | undefined
  status: number
  /** In milliseconds. */
  elapsed: number
}

/** One line for each request at the level debug; at info only for slow ones. Errors are logged by the error handler. */
export const logging = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onResponse', (request, reply, done) => {
    const { elapsedTime: elapsed, raw } = reply
    const { method, url, ip } = request
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
