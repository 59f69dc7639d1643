import { loadConfig, readEnvironment } from './config.ts'
import { greeting } from './greeting.ts'
import { createLogger } from './logger.ts'
import { startService } from './service.ts'
import { explainFault } from './start-faults.ts'

/** When a stop has taken this long, something hangs: containers are killed after ten seconds anyway. */
const STOP_MS = 10_000

async function main() {
  const config = loadConfig(readEnvironment())
  const logger = createLogger(config.logLevel)
  const starting = startService(config, logger)

  // A terminal and npm both pass on Ctrl-C: the second signal says nothing new.
  let isStopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) return
    isStopping = true
    logger.info(`Stopping after ${signal}.`)
    setTimeout(() => process.exit(1), STOP_MS).unref()
    await starting.then((service) => service.close())
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void stop(signal).catch(fail))
  }
  const { address } = await starting
  if (process.stdout.isTTY) {
    await new Promise((resolve) => logger.flush(resolve)) // what was logged before goes before
    console.log(`\n${greeting(config, address)}\n`)
  }
}

function fail(fault: unknown) {
  console.error(explainFault(fault))
  process.exit(1)
}

await main().catch(fail)
