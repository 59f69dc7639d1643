import { Command } from 'commander'
import { loadConfig } from '../config.ts'
import type { DataContext } from '../context.ts'
import type { Migrations } from '../db/migrations.ts'
import { openRunning, runDatabase } from '../db/running.ts'
import { databasePlace } from '../startup/banner.ts'
import { harmless } from '../text/harmless.ts'
import { interruptible } from './interruption.ts'
import type { Terminal } from './terminal.ts'

export type CatalogContext = DataContext & {
  url: string
  /** Aborted when a signal ends the command. */
  signal: AbortSignal
}

type Action<Args extends unknown[]> = (context: CatalogContext, ...args: Args) => Promise<string | undefined>

/** A command on the database of the settings, which a server may use too. Prints the text that its action returns. */
export class CatalogCommand extends Command {
  readonly terminal: Terminal

  constructor(terminal: Terminal, name?: string) {
    super(name)
    this.terminal = terminal
  }

  override createCommand(name?: string): CatalogCommand {
    return new CatalogCommand(this.terminal, name)
  }

  /** Sets an action that only reads, so that the database need not be named. */
  reads<Args extends unknown[]>(action: Action<Args>): this {
    return this.action((...args: Args) => this.#run(action, args, 'require', false))
  }

  writes<Args extends unknown[]>(action: Action<Args>, migrations: Migrations = 'require'): this {
    return this.action((...args: Args) => this.#run(action, args, migrations, true))
  }

  #run<Args extends unknown[]>(
    action: Action<Args>,
    args: Args,
    migrations: Migrations,
    isNamed: boolean,
  ): Promise<void> {
    const { settings, print, complain } = this.terminal
    return interruptible(async (signal) => {
      const config = loadConfig(settings())
      const { databaseConnections: connections, databaseTimeouts: timeouts } = config
      const running = await runDatabase(config, () => {}, { signal, migrations, isServer: false, onWait: complain })
      const catalog = openRunning(running, { connections, timeouts })
      const close = () => catalog.close()
      signal.addEventListener('abort', close)
      try {
        signal.throwIfAborted()
        if (isNamed) complain(`Using the database ${databasePlace(config)}.`)
        const context = { url: running.url, db: catalog.db, clock: () => new Date(), signal }
        const result = await action(context, ...args)
        if (result !== undefined) print(harmless(result))
      } finally {
        await close()
      }
    })
  }
}
