import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { Counter, Histogram } from 'prom-client'
import type { FormFile } from '../request/upload.ts'
import type { Metrics } from './metrics.ts'

/** Measures requests, refusals by limits, and uploads. Unknown paths share a label, so that labels are bounded. */
export const requestMetrics = fastifyPlugin<{ metrics: Metrics }>(async (app: FastifyInstance, { metrics }) => {
  const registers = [metrics.registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by route pattern and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const refused = counter('http_refused_by_limit_total', 'Requests refused because a client exceeded a limit (429).')
  const uploads = counter('uploads_total', 'Lists created or replaced.', 'operation')
  const files = counter('upload_files_total', 'Files of the lists created or replaced.')
  const bytes = counter('upload_bytes_total', 'Bytes of the files of the lists created or replaced.')

  app.addHook('onResponse', (request, { raw: { statusCode: status }, elapsedTime }, done) => {
    const { method, body } = request
    const route = request.routeOptions.url ?? request.matchedPath ?? 'unknown'
    requests.observe({ method, route, status }, elapsedTime / 1000)
    if (status === 429) refused.inc()
    if (status < 300 && hasFiles(body)) {
      uploads.inc({ operation: status === 201 ? 'create' : 'update' })
      files.inc(body.files.length)
      bytes.inc(body.files.flatMap(({ pieces }) => pieces).reduce((sum, { length }) => sum + length, 0))
    }
    done()
  })
})

const hasFiles = (body: unknown): body is { files: Pick<FormFile, 'pieces'>[] } =>
  typeof body === 'object' && body !== null && 'files' in body && Array.isArray(body.files)
