import { setFlagsFromString } from 'node:v8'
import { type Logger, pino } from 'pino'
import { loadConfig, readEnvironment } from './config.ts'
import { runDatabase } from './db/running.ts'
import { greeting, startLine } from './startup/banner.ts'

/** Milliseconds after which a stopping process exits anyway. Containers are killed after ten seconds, too. */
const STOP_MS = 10_000

/**
 * The same with the embedded PostgreSQL, which writes what it has in memory first. The unit's TimeoutStopSec is longer.
 */
const STOP_EMBEDDED_MS = 80_000

/** Fields of log lines that may contain request headers, and so a token. */
const SECRETS = ['headers', 'req.headers', 'request.headers', 'err.headers', 'authorization']

/** Maximum bytes of log lines that are buffered while they can't be written. Later lines are dropped. */
const MAX_UNWRITTEN = 2 ** 20

// By default V8 lets its heap grow to several times the size in use before it collects garbage.
setFlagsFromString('--heap-growing-percent=60')

async function main() {
  const config = loadConfig(readEnvironment(process.env))
  const logger = createLogger(config.logLevel)
  // PostgreSQL starts in parallel with loading the modules of the service, which takes about as long.
  const stopping = new AbortController()
  if (!process.stdout.isTTY) logger.info(startLine(config))
  const running = runDatabase(config, (line) => logger.info(line), { signal: stopping.signal })
  running.catch(() => {}) // startService throws its error
  const starting = import('./startup/service.ts').then(({ startService }) => startService(config, logger, running))

  // Ctrl-C sends two signals, one from the terminal and one from npm. The second is ignored.
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping.signal.aborted) return
    logger.info(`Stopping after ${signal}.`)
    setTimeout(() => process.exit(1), config.databaseUrl === undefined ? STOP_EMBEDDED_MS : STOP_MS).unref()
    stopping.abort()
    await starting.then(
      (service) => service.close(),
      (error) => {
        if (error !== stopping.signal.reason) throw error
      },
    )
    await new Promise((resolve) => logger.flush(resolve))
    process.exit(0)
  }
  // A terminal that is closed sends SIGHUP.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal).catch(fail))
  }
  const { address } = await starting.catch((error) => {
    if (error !== stopping.signal.reason) throw error
    return new Promise<never>(() => {}) // stop() ends the process
  })
  if (process.stdout.isTTY) {
    await new Promise((resolve) => logger.flush(resolve)) // earlier log lines come first
    console.log(`\n${greeting(config, address)}\n`)
  }
}

/** Creates the log of the process: lines of JSON, or readable lines on a terminal. No line contains a token. */
function createLogger(level: string): Logger {
  const options = { level, redact: SECRETS }
  if (process.stdout.isTTY) {
    return pino({ ...options, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } })
  }
  const output = pino.destination({ dest: process.stdout.fd, sync: false, maxLength: MAX_UNWRITTEN })
  // A full disk must not stop the server. When the process exits, the output is destroyed, since pino would retry
  // forever.
  let isBroken = false
  output.on('error', () => {
    isBroken = true
  })
  output.on('drain', () => {
    isBroken = false
  })
  process.prependListener('exit', () => isBroken && output.destroy())
  return pino(options, output)
}

async function fail(error: unknown) {
  const { explainError } = await import('./startup/explain-error.ts')
  console.error(explainError(error))
  process.exit(1)
}

await main().catch(fail)
