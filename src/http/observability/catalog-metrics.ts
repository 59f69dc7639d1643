import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Context } from '../../context.ts'
import type { Standbys } from '../../db/standbys/standbys.ts'
import type { FormFile } from '../request/form-file.ts'
import type { Metrics } from './metrics.ts'

interface MeasuredCatalog extends Pick<Context, 'db'> {
  differ: { counts(): { running: number; waiting: number } }
}

/** Adds the use of the database pools, searches and comparisons. It is collected when the metrics are requested. */
export function measureCatalog({ registry }: Metrics, { db, differ }: MeasuredCatalog): void {
  const registers = [registry]
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })

  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to the database by pool and state.',
    labelNames: ['pool', 'state'] as const,
    registers,
    collect() {
      for (const [pool, { used, idle }] of Object.entries(db.pools())) {
        this.set({ pool, state: 'used' }, used)
        this.set({ pool, state: 'idle' }, idle)
      }
    },
  })
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Queries and transactions waiting for a connection, by pool.',
    labelNames: ['pool'] as const,
    registers,
    collect() {
      for (const [pool, { waiting }] of Object.entries(db.pools())) this.set({ pool }, waiting)
    },
  })

  if (db.standbys !== undefined) measureStandbys(registry, db.standbys)

  gauge('search_running', 'Searches that are running.', () => db.searches.counts().running)
  gauge('search_waiting', 'Searches waiting for their turn.', () => db.searches.counts().waiting)
  gauge('compare_running', 'Comparisons and load orders being made.', () => differ.counts().running)
  gauge('compare_waiting', 'Comparisons and load orders waiting for their turn.', () => differ.counts().waiting)
}

/** Adds which servers answered heavy reads, why, and whether each standby can be used. */
function measureStandbys(registry: Registry, standbys: Standbys): void {
  const registers = [registry]
  new Counter({
    name: 'database_reads_total',
    help: 'Heavy reads by the server that answered them (a standby or the primary) and the reason for that choice.',
    labelNames: ['server', 'reason'] as const,
    registers,
    collect() {
      this.reset()
      for (const { count, ...labels } of standbys.figures().reads) this.inc(labels, count)
    },
  })
  new Gauge({
    name: 'database_standby_ready',
    help: '1 if reads are sent to the standby; 0 while it lags, is unavailable or frozen, or is on another timeline.',
    labelNames: ['server'] as const,
    registers,
    collect() {
      for (const [server, isReady] of Object.entries(standbys.figures().ready)) this.set({ server }, Number(isReady))
    },
  })
}

/** Counts created and replaced lists, and their files. */
export const measuringUploads = fastifyPlugin<{ metrics: Metrics }>(async (app: FastifyInstance, { metrics }) => {
  const registers = [metrics.registry]
  const uploads = new Counter({
    name: 'uploads_total',
    help: 'Lists created or replaced.',
    labelNames: ['operation'] as const,
    registers,
  })
  const files = new Counter({ name: 'upload_files_total', help: 'Files of the lists created or replaced.', registers })
  const bytes = new Counter({
    name: 'upload_bytes_total',
    help: 'Bytes of the files of the lists created or replaced.',
    registers,
  })

  app.addHook('onResponse', ({ body }, reply, done) => {
    const { statusCode } = reply.raw
    if (statusCode < 300 && hasFiles(body)) {
      uploads.inc({ operation: statusCode === 201 ? 'create' : 'update' })
      files.inc(body.files.length)
      bytes.inc(body.files.flatMap(({ pieces }) => pieces).reduce((sum, { length }) => sum + length, 0))
    }
    done()
  })
})

const hasFiles = (body: unknown): body is { files: Pick<FormFile, 'pieces'>[] } =>
  typeof body === 'object' && body !== null && 'files' in body && Array.isArray(body.files)
