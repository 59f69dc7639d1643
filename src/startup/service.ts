import type { AddressInfo, Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from '../app.ts'
import { type CompareContext, createDiffer } from '../compare/differ.ts'
import { createSingleFlight } from '../concurrency/single-flight.ts'
import { CACHE_SHARES, type Config, urlsOf } from '../config.ts'
import type { Context } from '../context.ts'
import { schemaState } from '../db/migrations.ts'
import { freeBytes, openRunning, type RunningDatabase, runDatabase } from '../db/running.ts'
import { updateTotals } from '../lists/expiry/sweep.ts'
import { type AdmittingContext, createAdmission } from '../lists/writing/admission.ts'
import { readStoredBytes } from '../stats/queries.ts'
import { createBackground } from './background-work.ts'
import { createIndexing } from './indexing.ts'
import { listen } from './listen.ts'
import { sweep } from './sweep.ts'

const SWEEP_MS = 60_000

/** Delay of the first sweep, so that requests that waited for the start come first. */
const FIRST_SWEEP_MS = 1_000

/** Maximum number of comparisons that wait for running ones. */
const MAX_QUEUE = 64

/** How long requests in flight may take to finish once the service closes. */
const GRACE_MS = 8_000
/** How long all work may take to end. What is still running then has no client, and the database rolls it back. */
const END_MS = 9_000
const HANG_UP_MS = 100

/** How often counter deltas are merged into the totals (docs/performance.md). */
const TOTALS_INTERVAL_MS = 5_000

export interface Service {
  address: string
  close(): Promise<void>
}

/** Runs the service until it is closed: listens, and sweeps once a minute. `running` is a database already starting. */
export async function startService(
  config: Config,
  logger: FastifyBaseLogger,
  running?: Promise<RunningDatabase>,
): Promise<Service> {
  const database = await (running ?? runDatabase(config, (line) => logger.info(line)))
  const catalog = openRunning(database, { connections: config.databaseConnections, timeouts: config.databaseTimeouts })
  const differ = createDiffer({ cacheBytes: config.cacheBytes * CACHE_SHARES.diffs, maxQueue: MAX_QUEUE })
  const context: AdmittingContext<CompareContext> = {
    db: catalog.db,
    clock: () => new Date(),
    urls: urlsOf(config, config.port),
    maxRevisions: config.maxRevisions,
    admission: createAdmission(config.admission, () => readStoredBytes(catalog.db)),
    differ,
  }
  const checkOnce = createSingleFlight<boolean>()
  const isOutdated = () =>
    checkOnce('schema', () =>
      schemaState(catalog.db).then(
        (state) => state === 'other',
        () => false,
      ),
    )
  const indexing = createIndexing(context, logger, isOutdated)
  const { diskProblem } = catalog
  const { figures } = indexing
  const freeDisk = config.databaseUrl === undefined ? () => freeBytes(config.dataDir) : undefined
  const watched = { diskProblem, isOutdated, freeDisk, indexing: figures, refusals: context.admission?.refusals }
  const options = { ...config, logger, ...watched }
  const app = await buildApp(context, options)
  /** Lets requests and background work end, and then closes the database, also if that work failed or takes too long. */
  const closeAfter = async (requests: () => Promise<unknown>) => {
    const end = async () => {
      await requests()
      await indexing.close()
      await differ.close()
      await catalog.db.$disconnect()
    }
    const late = delay(END_MS, undefined, { ref: false })
    await Promise.race([end(), late]).finally(catalog.release)
  }
  // With PORT=0, the port is not known before this.
  app.server.once('listening', () => Object.assign(context.urls, urlsOf(config, portOf(app.server))))
  try {
    const listening = await listen(app, config)
    const closing = new AbortController()
    const inBackground = createBackground(isOutdated, closing.signal)
    let sweeping = Promise.resolve()
    const sweepNext = () => {
      const work = (signal: AbortSignal) => sweepAndLog(context, config.accounts.sessionDays, logger, signal)
      sweeping = sweeping.then(() => inBackground(work))
    }
    const sumOnce = createSingleFlight<void>()
    const sumUp = () => void sumOnce('totals', () => inBackground(() => updateTotals(context))).catch(() => {})
    const timer = setInterval(sweepNext, SWEEP_MS)
    const totals = setInterval(sumUp, TOTALS_INTERVAL_MS)
    const first = setTimeout(sweepNext, FIRST_SWEEP_MS)
    indexing.start()
    const close = async () => {
      closing.abort()
      clearInterval(timer)
      clearTimeout(first)
      // After its request, a connection stays open for the next one, which would get no response.
      const hangingUp = setInterval(() => app.server.closeIdleConnections(), HANG_UP_MS)
      const late = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
      clearInterval(totals)
      await closeAfter(async () => {
        await listening.close()
        await sweeping // finishes the current batch
      }).finally(() => {
        clearInterval(hangingUp)
        clearTimeout(late)
      })
    }
    return { address: urlsOf({ ...config, publicUrl: undefined }, portOf(app.server)).api, close }
  } catch (error) {
    await closeAfter(() => app.close())
    throw error
  }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

async function sweepAndLog(context: Context, sessionDays: number, logger: FastifyBaseLogger, signal: AbortSignal) {
  try {
    const { lists, files } = await sweep(context, signal, sessionDays, (what, err) =>
      logger.warn({ ...what, err }, 'set aside by the sweep, because it failed; `sweep --retry` tries it again'),
    )
    if (lists + files > 0) logger.info({ lists, files }, 'swept')
  } catch (err) {
    logger.warn({ err }, 'sweep failed; the next one is in a minute')
  }
}
