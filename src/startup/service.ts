import type { AddressInfo, Server } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from '../app.ts'
import { createDiffer } from '../compare/differ.ts'
import { type Config, urlsOf } from '../config.ts'
import type { Context } from '../context.ts'
import { openRunning } from '../db/catalog.ts'
import { readCatalogId } from '../db/catalog-id.ts'
import { type RunningDatabase, runDatabase } from '../db/running.ts'
import { forgetWrites } from '../db/write-counts.ts'
import { listen } from '../http/listening.ts'
import { editionOf } from '../http/response/build-id.ts'
import { foldCounts, sweep } from '../lists/expiry/sweep.ts'

const SWEEP_MS = 60_000

/** The first requests go before: some programs wait for the server to be up. */
const FIRST_SWEEP_MS = 1_000

/** Compares beyond those at work wait, up to this number. */
const MAX_QUEUE = 64

/** Beyond this delay of the event loop the process is overloaded. */
const MAX_DELAY_MS = 2_000

/** How long requests in flight may take to finish when the service closes. */
const GRACE_MS = 8_000

/** At 200 writes a second, a thousand notes to add up beside a total. */
const FOLD_MS = 5_000

export interface Service {
  /** Where it listens, as an address for people. */
  address: string
  /** Lets requests in flight finish, but for clients that have stalled, then closes the database. */
  close(): Promise<void>
}

/** Opens the database, or the one that is about to run already, listens, and sweeps once a minute, until closed. */
export async function startService(
  config: Config,
  logger: FastifyBaseLogger,
  running?: Promise<RunningDatabase>,
): Promise<Service> {
  const database = await (running ?? runDatabase(config, (line) => logger.info(line)))
  const catalog = openRunning(database, config.databaseConnections)
  const edition = await readCatalogId(catalog.db.pool).then(editionOf, async (error) => {
    await catalog.close()
    throw error
  })
  const differ = createDiffer({ cacheBytes: config.cacheBytes / 2, maxQueue: MAX_QUEUE })
  const context: Context = {
    db: catalog.db,
    clock: () => new Date(),
    urls: urlsOf(config, config.port),
    edition,
    differ,
  }
  const app = await buildApp(context, { ...config, maxDelay: MAX_DELAY_MS, logger, diskFault: catalog.diskFault })
  // A free port is known only then, and before any request has come.
  app.server.once('listening', () => Object.assign(context.urls, urlsOf(config, portOf(app.server))))
  try {
    const listening = await listen(app, config)
    const timer = setInterval(() => void sweepAndLog(context, logger), SWEEP_MS)
    const folding = setInterval(() => void foldCounts(context).catch(() => {}), FOLD_MS) // the sweep tells of faults
    const first = setTimeout(() => void sweepAndLog(context, logger), FIRST_SWEEP_MS)
    const close = async () => {
      clearInterval(timer)
      clearTimeout(first)
      const late = setTimeout(() => app.server.closeAllConnections(), GRACE_MS)
      clearInterval(folding)
      await listening.close()
      clearTimeout(late)
      await differ.close()
      await catalog.close()
    }
    return { address: listening.address, close }
  } catch (fault) {
    await app.close()
    await differ.close()
    await catalog.close()
    throw fault
  }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

async function sweepAndLog(context: Context, logger: FastifyBaseLogger) {
  try {
    await forgetWrites(context.db)
    const { lists, files } = await sweep(context)
    if (lists + files > 0) logger.info({ lists, files }, 'swept')
  } catch (err) {
    logger.warn({ err }, 'sweep failed; the next one is in a minute')
  }
}
