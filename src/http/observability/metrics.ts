import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { CacheFigures } from '../../concurrency/bounded-cache.ts'
import { createSingleFlight } from '../../concurrency/single-flight.ts'
import type { Context } from '../../context.ts'
import type { FormFile } from '../request/upload.ts'

/** The current value of a metric, or its values by labels. If undefined, the metric is absent. */
type Values = number | (readonly [labels: Record<string, string>, value: number])[] | undefined

/** Adds a metric to the registry. `read` is called whenever the metrics are requested. */
type AddMetric = (name: string, help: string, read: () => Values | Promise<Values>, labelNames?: string[]) => void

/** How long a request for the metrics waits for the database, in milliseconds. */
const WAIT_MS = 3_000

/** Returns the result of `work`, or undefined if it fails, or does not end while the metrics wait for the database. */
export const inTime = <T>(work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work.catch(() => undefined), setTimeout(WAIT_MS, undefined, { ref: false })])

export interface Metrics {
  registry: Registry
  gauge: AddMetric
  counter: AddMetric
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return { registry, gauge: adder(Gauge, registry), counter: adder(Counter, registry) }
}

const adder =
  (Metric: typeof Gauge | typeof Counter, registry: Registry): AddMetric =>
  (name, help, read, labelNames = []) => {
    const collect = async () => {
      const values = await read()
      metric.reset()
      if (labelNames.length === 0) metric.remove() // otherwise it would be 0
      if (values === undefined) return
      const series = typeof values === 'number' ? [[{}, values] as const] : values
      for (const [labels, value] of series) metric.inc(labels, value)
    }
    const metric = new Metric({ name, help, labelNames, registers: [registry], collect })
  }

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

interface MeasuredCatalog extends Pick<Context, 'db'> {
  differ: { counts(): { running: number; waiting: number } }
}

export const measureRefusals = ({ counter }: Metrics, refusals: () => Readonly<Record<string, number>>): void =>
  counter(
    'upload_limit_refusals_total',
    'Uploads that were refused because a client or the catalog has reached a limit, by limit.',
    () => Object.entries(refusals()).map(([limit, count]) => [{ limit }, count]),
    ['limit'],
  )

export function measureCatalog(
  { gauge, counter }: Metrics,
  { db, differ }: MeasuredCatalog,
  caches: Readonly<Record<string, CacheFigures>>,
): void {
  gauge(
    'database_pool_connections',
    'Connections to the database by state.',
    () => {
      const { used, idle } = db.connections()
      return [
        [{ state: 'used' }, used],
        [{ state: 'idle' }, idle],
      ]
    },
    ['state'],
  )
  gauge('database_pool_waiting', 'Queries and transactions waiting for a connection.', () => db.connections().waiting)
  gauge('search_running', 'Searches that are running.', () => db.searches.counts().running)
  gauge('search_waiting', 'Searches waiting for their turn.', () => db.searches.counts().waiting)
  gauge('compare_running', 'Comparisons and load orders being made.', () => differ.counts().running)
  gauge('compare_waiting', 'Comparisons and load orders waiting for their turn.', () => differ.counts().waiting)

  const addOfCaches = (add: typeof gauge, name: string, help: string, value: (cache: CacheFigures) => number) =>
    add(name, help, () => Object.entries(caches).map(([cache, figures]) => [{ cache }, value(figures)]), ['cache'])
  addOfCaches(counter, 'cache_hits_total', 'Lookups that found an entry in the cache.', ({ hits }) => hits)
  addOfCaches(counter, 'cache_misses_total', 'Lookups that found no entry in the cache.', ({ misses }) => misses)
  addOfCaches(gauge, 'cache_entries', 'Number of entries in the cache.', ({ size }) => size)
  addOfCaches(gauge, 'cache_bytes', 'Memory used by the cache, in bytes.', ({ calculatedSize }) => calculatedSize)
}

interface CatalogFigures {
  lists: number
  storedBytes: number
  openReports: number
  backupAge: number | null
}

interface FigureSource {
  count: () => Promise<CatalogFigures>
  /** Returns the free bytes on the disk of the embedded database; undefined without one. */
  freeDisk?: (() => Promise<number | undefined>) | undefined
}

/** How long figures are cached, in milliseconds. Without a database the last ones are shown, and their age. */
const COUNTED_MS = 15_000

export function measureFigures({ gauge }: Metrics, { count, freeDisk }: FigureSource): void {
  let figures: (CatalogFigures & { freeDisk: number | undefined }) | undefined
  let counted = Number.NEGATIVE_INFINITY
  const started = performance.now()
  const countOnce = createSingleFlight<void>()

  async function recount() {
    const [found, free] = await Promise.all([count(), freeDisk?.()])
    figures = { ...found, freeDisk: free }
    counted = performance.now()
  }

  async function read() {
    if (performance.now() - counted >= COUNTED_MS) await inTime(countOnce('figures', recount))
    return figures
  }

  const add = (name: string, help: string, value: (found: NonNullable<typeof figures>) => number | undefined) =>
    gauge(name, help, async () => {
      const found = await read()
      return found && value(found)
    })
  add('catalog_lists', 'Number of lists, including unlisted ones, as in `/v1/stats`.', ({ lists }) => lists)
  add(
    'catalog_stored_bytes',
    'Size of all stored files and of the index of mods in the database.',
    ({ storedBytes }) => storedBytes,
  )
  add('catalog_open_reports', 'Number of open reports.', ({ openReports }) => openReports)
  add(
    'catalog_backup_age_seconds',
    'Seconds since a backup was last checked by the command `backup checked`. Absent if none ever was.',
    ({ backupAge }) => backupAge ?? undefined,
  )
  const age = 'Seconds since the figures of the catalog were counted, or since the start if they never were.'
  gauge('catalog_figures_age_seconds', age, async () => {
    await read()
    return (performance.now() - Math.max(counted, started)) / 1000
  })
  add(
    'catalog_free_disk_bytes',
    'Free bytes on the disk of the embedded database. Absent with DATABASE_URL.',
    (found) => found.freeDisk,
  )
}

interface IndexSource {
  /** Files that this server has read, and attempts to read a list that failed, since it started. */
  figures?: { read: number; failed: number } | undefined
  /** Returns what waits to be indexed. All servers share this backlog in the database. */
  findBacklog: () => Promise<Backlog>
}

interface Backlog {
  files: number
  oldestSeconds: number
  aside: number
}

export function measureIndex({ gauge, counter }: Metrics, { figures, findBacklog }: IndexSource): void {
  const findOnce = createSingleFlight<Backlog>() // once for all metrics of a request
  const addBacklog = (name: string, help: string, figure: keyof Backlog) =>
    gauge(name, help, async () => (await inTime(findOnce('backlog', findBacklog)))?.[figure])
  const addCount = (name: string, help: string, figure: 'read' | 'failed') =>
    counter(name, help, () => figures?.[figure] ?? 0)

  addBacklog('mod_index_files_waiting', 'Files of lists that wait to be indexed.', 'files')
  const oldest = 'Seconds that the oldest list has waited to be indexed; 0 if nothing waits.'
  addBacklog('mod_index_oldest_seconds', oldest, 'oldestSeconds')
  addBacklog('mod_index_set_aside', 'Lists that failed three times. They are tried again ever more rarely.', 'aside')
  addCount('mod_index_files_read_total', 'Files that this server has read for the index of mods.', 'read')
  addCount('mod_index_files_failed_total', 'Attempts of this server to read the files of a list that failed.', 'failed')
}
