import { loadConfig } from '../config.ts'
import type { DataContext } from '../context.ts'
import { openRunning, type RunOptions, runDatabase } from '../db/running.ts'
import { databasePlace } from '../startup/banner.ts'
import { harmless } from '../text/harmless.ts'
import { interruptible } from './interruption.ts'
import type { Terminal } from './terminal.ts'

export type CatalogContext = DataContext & {
  url: string
  /** Aborted when a signal ends the command. */
  signal: AbortSignal
}

/**
 * Returns a command's action on the database of the settings, which a server may use too. Prints the text it returns.
 */
export function onCatalog<Args extends unknown[]>(
  { settings, print, complain }: Terminal,
  action: (context: CatalogContext, ...args: Args) => Promise<string | undefined>,
  { migrations = 'require', readsOnly = false }: Pick<RunOptions, 'migrations'> & { readsOnly?: boolean } = {},
): (...args: Args) => Promise<void> {
  return (...args) =>
    interruptible(async (signal) => {
      const config = loadConfig(settings())
      const options = { signal, migrations, isServer: false, onWait: complain }
      const running = await runDatabase(config, () => {}, options)
      const catalog = openRunning(running, {
        connections: config.databaseConnections,
        timeouts: config.databaseTimeouts,
      })
      const close = () => catalog.close()
      signal.addEventListener('abort', close)
      try {
        signal.throwIfAborted()
        if (!readsOnly) complain(`Using the database ${databasePlace(config)}.`)
        const context = { url: running.url, db: catalog.db, clock: () => new Date(), signal }
        const result = await action(context, ...args)
        if (result !== undefined) print(harmless(result))
      } finally {
        await close()
      }
    })
}

export const readCatalog = <Args extends unknown[]>(
  terminal: Terminal,
  action: (context: CatalogContext, ...args: Args) => Promise<string | undefined>,
) => onCatalog(terminal, action, { readsOnly: true })
