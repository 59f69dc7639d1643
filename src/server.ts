import { setFlagsFromString } from 'node:v8'
import { loadConfig, readEnvironment } from './config.ts'
import { runDatabase } from './db/running.ts'
import { createLogger } from './startup/logger.ts'

/** When a stop has taken this long, something hangs: containers are killed after ten seconds anyway. */
const STOP_MS = 10_000

// Left alone, V8 lets its heap grow to several times of what is in use before it looks for garbage.
setFlagsFromString('--heap-growing-percent=60')

async function main() {
  const config = loadConfig(readEnvironment(process.env))
  const logger = createLogger(config.logLevel)
  // PostgreSQL starts while the service is loaded, which takes as long.
  const stopping = new AbortController()
  const running = runDatabase(config, (line) => logger.info(line), { signal: stopping.signal })
  running.catch(() => {}) // whoever waits for it is told
  const starting = import('./startup/service.ts').then(({ startService }) => startService(config, logger, running))

  // A terminal and npm both pass on Ctrl-C: the second signal says nothing new.
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping.signal.aborted) return
    logger.info(`Stopping after ${signal}.`)
    setTimeout(() => process.exit(1), STOP_MS).unref()
    stopping.abort()
    await starting.then(
      (service) => service.close(),
      (fault) => {
        if (fault !== stopping.signal.reason) throw fault
      },
    )
    process.exit(0)
  }
  // The last one is what a terminal that is closed sends.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal).catch(fail))
  }
  const { address } = await starting.catch((fault) => {
    if (fault !== stopping.signal.reason) throw fault
    return new Promise<never>(() => {}) // the process ends
  })
  if (process.stdout.isTTY) {
    await new Promise((resolve) => logger.flush(resolve)) // what was logged before goes before
    const { greeting } = await import('./startup/banner.ts')
    console.log(`\n${greeting(config, address)}\n`)
  }
}

async function fail(fault: unknown) {
  const { explainFault } = await import('./startup/explain-error.ts')
  console.error(explainFault(fault))
  process.exit(1)
}

await main().catch(fail)
