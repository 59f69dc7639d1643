import { setFlagsFromString } from 'node:v8'
import { type Logger, pino } from 'pino'
import { loadConfig, readEnvironment } from './config.ts'
import { runDatabase } from './db/running.ts'

/** A stop that takes longer hangs. Containers are killed after ten seconds anyway. */
const STOP_MS = 10_000

/**
 * Fields of log lines that could hold a request's headers, and so a token: the form parser logs them at the level
 * trace.
 */
const SECRETS = ['headers', 'req.headers', 'request.headers', 'busboyOptions.headers', 'err.headers', 'authorization']

// By default V8 lets its heap grow to several times of what is in use before it collects garbage.
setFlagsFromString('--heap-growing-percent=60')

async function main() {
  const config = loadConfig(readEnvironment(process.env))
  const logger = createLogger(config.logLevel)
  // PostgreSQL starts while the service is being loaded, which takes as long.
  const stopping = new AbortController()
  const running = runDatabase(config, (line) => logger.info(line), { signal: stopping.signal })
  running.catch(() => {}) // startService awaits it, and throws its error
  const starting = import('./startup/service.ts').then(({ startService }) => startService(config, logger, running))

  // Ctrl-C comes twice, from the terminal and from npm: a second signal is ignored.
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping.signal.aborted) return
    logger.info(`Stopping after ${signal}.`)
    setTimeout(() => process.exit(1), STOP_MS).unref()
    stopping.abort()
    await starting.then(
      (service) => service.close(),
      (error) => {
        if (error !== stopping.signal.reason) throw error
      },
    )
    process.exit(0)
  }
  // SIGHUP is what a terminal sends when it is closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal).catch(fail))
  }
  const { address } = await starting.catch((error) => {
    if (error !== stopping.signal.reason) throw error
    return new Promise<never>(() => {}) // stop() ends the process
  })
  if (process.stdout.isTTY) {
    await new Promise((resolve) => logger.flush(resolve)) // earlier log lines come first
    const { greeting } = await import('./startup/banner.ts')
    console.log(`\n${greeting(config, address)}\n`)
  }
}

/** The log of the process: lines of JSON, or on a terminal lines for people. No line holds a token. */
function createLogger(level: string): Logger {
  const isTerminal = process.stdout.isTTY
  return pino({
    level,
    redact: SECRETS,
    ...(isTerminal && { transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } }),
  })
}

async function fail(error: unknown) {
  const { explainError } = await import('./startup/explain-error.ts')
  console.error(explainError(error))
  process.exit(1)
}

await main().catch(fail)
