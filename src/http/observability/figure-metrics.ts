import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { Counter, Gauge } from 'prom-client'
import type { Metrics } from './metrics.ts'

/** Figures that are counted in the database. */
interface CatalogFigures {
  lists: number
  storedBytes: number
  openReports: number
}

interface FigureSource {
  /** Counts the catalog. */
  count: () => Promise<CatalogFigures>
  /** Free bytes on the disk of the embedded database; undefined without one. */
  freeDisk?: (() => Promise<number | undefined>) | undefined
}

/** How long figures are cached, in milliseconds. */
const COUNTED_MS = 15_000
/**
 * How long a request for the metrics waits for new figures. Beyond it, the last figures are returned, so that metrics
 * work without the database.
 */
const WAIT_MS = 500

/**
 * Adds the size of the catalog, its open reports and the free disk. They are counted when the metrics are requested.
 */
export function measureFigures({ registry }: Metrics, { count, freeDisk }: FigureSource): void {
  const registers = [registry]
  let figures: (CatalogFigures & { freeDisk: number | undefined }) | undefined
  let counted = Number.NEGATIVE_INFINITY
  let counting: Promise<void> | undefined

  async function renew(): Promise<void> {
    if (performance.now() - counted < COUNTED_MS) return
    counting ??= Promise.all([count(), freeDisk?.()])
      .then(([found, free]) => {
        figures = { ...found, freeDisk: free }
        counted = performance.now()
      })
      .catch(() => {})
      .finally(() => {
        counting = undefined
      })
    await Promise.race([counting, new Promise((resolve) => setTimeout(resolve, WAIT_MS).unref())])
  }

  const gauge = (name: string, help: string, value: (found: NonNullable<typeof figures>) => number | undefined) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        await renew()
        const found = figures && value(figures)
        if (found === undefined) this.reset()
        else this.set(found)
      },
    })
  gauge('catalog_lists', 'Estimated number of lists, including unlisted and hidden ones.', ({ lists }) => lists)
  gauge('catalog_stored_bytes', 'Size of all stored files in the database.', ({ storedBytes }) => storedBytes)
  gauge('catalog_open_reports', 'Number of open reports.', ({ openReports }) => openReports)
  gauge('catalog_free_disk_bytes', 'Free bytes on the disk of the embedded database.', (found) => found.freeDisk)
}

/** Counts requests that a limit refused. */
export const countingRefusals = fastifyPlugin<{ metrics: Metrics }>(async (app: FastifyInstance, { metrics }) => {
  const refused = new Counter({
    name: 'http_refused_by_limit_total',
    help: 'Requests refused because a client exceeded a limit (429).',
    registers: [metrics.registry],
  })
  app.addHook('onResponse', (_, { statusCode }, done) => {
    if (statusCode === 429) refused.inc()
    done()
  })
})
