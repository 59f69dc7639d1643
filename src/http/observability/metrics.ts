import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  /** Records the duration of a request, by route pattern and status. */
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
      const histogram = series.get(name) ?? requests.labels({ method, route, status })
      series.set(name, histogram)
      histogram.observe(seconds)
    },
  }
}

/** Measures all requests. Unknown paths share one label, so that clients can't create any number of labels. */
export const measuring = fastifyPlugin<{ metrics: Metrics }>(async (app: FastifyInstance, { metrics }) => {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? request.matchedPath ?? 'unknown'
    metrics.observe(request.method, route, reply.raw.statusCode, reply.elapsedTime / 1000)
    done()
  })
})
