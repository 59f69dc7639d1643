import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

/** A request that takes this long is worth a line of its own. */
const SLOW_MS = 1_000

/** One line for each request at the level debug; at info only for slow ones. Failures are logged where they are answered. */
export const logging = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onResponse', (request, reply, done) => {
    const isSlow = reply.elapsedTime >= SLOW_MS
    if (isSlow || request.log.level === 'debug' || request.log.level === 'trace') {
      const { method, url, ip } = request
      const line = { method, url, ip, status: reply.raw.statusCode, ms: Math.round(reply.elapsedTime) }
      request.log[isSlow ? 'info' : 'debug'](line, isSlow ? 'slow request' : 'request')
    }
    done()
  })
})

/** The logger of a request, which names it in each line. It is made with the first line: most requests have none. */
export function childLogger(logger: FastifyBaseLogger, bindings: object, options: object): FastifyBaseLogger {
  let child: FastifyBaseLogger | undefined
  return new Proxy(logger, {
    get(target, name) {
      if (name === 'level') return target.level
      child ??= target.child(bindings, options)
      const value: unknown = Reflect.get(child, name)
      return typeof value === 'function' ? value.bind(child) : value
    },
  })
}
