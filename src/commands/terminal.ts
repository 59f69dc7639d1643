import { loadConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { openCatalog } from '../db/catalog.ts'
import type { RunOptions } from '../db/running.ts'
import { databasePlace } from '../startup/banner.ts'
import { harmless } from '../text/harmless.ts'
import { interruptible } from './interruption.ts'

/** What the commands need of a terminal: results are printed, everything else is a complaint. */
export interface Terminal {
  /** Of the process alone: a folder that somebody was given, with a `.env` file, must not say where a token goes. */
  environment: NodeJS.ProcessEnv
  /** The same, completed by the `.env` file of the working folder: for commands that administer a catalog. */
  settings: () => NodeJS.ProcessEnv
  print: (text: string) => void
  /** Waits until all that was printed has been written; throws if it can't be. */
  flush?: () => Promise<void>
  complain: (text: string) => void
  /** Whether people read what is printed, and not another program. */
  isTerminal?: boolean
  /** Where a progress bar can be drawn. */
  progress?: NodeJS.WritableStream
}

/** The exit status of a command that does its work, and of one that can't. */
export interface Ending {
  done: number
  failed: number
}

/** What an action over the database is given. */
export type CatalogContext = Pick<Context, 'db' | 'clock' | 'maxRevisions'> & {
  /** Aborted when the command is told to end. */
  signal: AbortSignal
}

/** For commands that write nothing to the database. */
export const READS = { readsOnly: true }

/**
 * Returns a command's action over the database that the settings name, which a server may be using at the same time. The
 * text that the action returns is printed. A command that writes says on standard error which database it uses.
 */
export function onCatalog<Args extends unknown[]>(
  { settings, print, complain }: Terminal,
  action: (context: CatalogContext, ...args: Args) => Promise<string | undefined>,
  { migrations = 'require', readsOnly = false }: Pick<RunOptions, 'migrations'> & { readsOnly?: boolean } = {},
): (...args: Args) => Promise<void> {
  return (...args) =>
    interruptible(async (signal) => {
      const config = loadConfig(settings())
      const { maxRevisions } = config
      const options = { signal, migrations, isServer: false, onWait: complain }
      const catalog = await openCatalog(config, () => {}, options)
      const close = () => catalog.close()
      signal.addEventListener('abort', close)
      try {
        signal.throwIfAborted()
        if (!readsOnly) complain(`Using the database ${databasePlace(config)}.`)
        const result = await action({ db: catalog.db, clock: () => new Date(), maxRevisions, signal }, ...args)
        if (result !== undefined) print(harmless(result))
      } finally {
        await close()
      }
    })
}

/** Rows under their headings, in columns as wide as their widest cell. No cell ends its row. */
export function table(headings: string[], rows: string[][]): string {
  const lines = [headings, ...rows.map((row) => row.map((cell) => harmless(cell.replaceAll(/[\t\n]/g, '\uFFFD'))))]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
