import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  /** Counts a request that was answered, by route pattern and status, with how long it took in seconds. */
  observe(method: string, route: string, status: number, seconds: number): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route pattern and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  })
  const series = new Map<string, { observe(seconds: number): void }>()
  return {
    registry,
    observe(method, route, status, seconds) {
      const name = `${method} ${status} ${route}`
      const known = series.get(name) ?? requests.labels({ method, route, status })
      series.set(name, known)
      known.observe(seconds)
    },
  }
}

/** Measures every request that comes to a route. Unknown paths share one label: clients can't make up new ones. */
export const measuring = fastifyPlugin<{ metrics: Metrics }>(async (app: FastifyInstance, { metrics }) => {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    metrics.observe(request.method, route, reply.raw.statusCode, reply.elapsedTime / 1000)
    done()
  })
})
