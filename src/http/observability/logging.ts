import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'

/** A request that takes this long is worth a line of its own. */
const SLOW_MS = 1_000

/** What a line tells of a request that was answered. */
interface Answered {
  method: string | undefined
  url: string | undefined
  ip: string | undefined
  status: number
  /** How long it took, in milliseconds. */
  elapsed: number
}

/** One line for each request at the level debug; at info only for slow ones. Failures are logged where they are answered. */
export const logging = fastifyPlugin(async (app: FastifyInstance) => {
  app.addHook('onResponse', (request, reply, done) => {
    const { elapsedTime: elapsed, raw } = reply
    const { method, url, ip } = request
    if (isWorthALine(request.log, elapsed))
      logAnswered(request.log, { method, url, ip, status: raw.statusCode, elapsed })
    done()
  })
})

const isWorthALine = ({ level }: FastifyBaseLogger, elapsed: number) =>
  elapsed >= SLOW_MS || level === 'debug' || level === 'trace'

function logAnswered(logger: FastifyBaseLogger, { elapsed, ...answered }: Answered) {
  const isSlow = elapsed >= SLOW_MS
  logger[isSlow ? 'info' : 'debug']({ ...answered, ms: Math.round(elapsed) }, isSlow ? 'slow request' : 'request')
}

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
