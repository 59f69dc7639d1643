import { loadConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { openRunning, type RunOptions, runDatabase } from '../db/running.ts'
import { databasePlace } from '../startup/banner.ts'
import { harmless } from '../text/harmless.ts'
import { interruptible } from './interruption.ts'

/** The terminal as commands use it. Results go to `print`, all other messages to `complain`. */
export interface Terminal {
  /**
   * Environment of the process, without a `.env` file: one in a downloaded folder could send a token to another server.
   */
  environment: NodeJS.ProcessEnv
  /**
   * Returns the environment completed by the `.env` file of the working folder, for commands that administer a catalog.
   */
  settings: () => NodeJS.ProcessEnv
  print: (text: string) => void
  /** Waits until everything printed has been written. Throws if that fails. */
  flush?: () => Promise<void>
  complain: (text: string) => void
  /** Whether a person reads what is printed, not another program. */
  isTerminal?: boolean
  /** Stream for a progress bar. */
  progress?: NodeJS.WritableStream
}

/** Exit statuses of a command that succeeds and of one that fails. */
export interface Ending {
  done: number
  failed: number
}

/** Context of an action on the database. */
export type CatalogContext = Pick<Context, 'db' | 'clock'> & {
  /** Aborted when a signal ends the command. */
  signal: AbortSignal
  /** A command has no deadline, because no client waits for it. */
  deadline: undefined
}

/**
 * Returns a command's action on the database that the settings name. A server may use the database at the same time.
 * The text that the action returns is printed. A command that writes says on standard error which database it uses.
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
      const catalog = openRunning(running, { connections: config.databaseConnections })
      const close = () => catalog.close()
      signal.addEventListener('abort', close)
      try {
        signal.throwIfAborted()
        if (!readsOnly) complain(`Using the database ${databasePlace(config)}.`)
        const context = { db: catalog.db, clock: () => new Date(), signal, deadline: undefined }
        const result = await action(context, ...args)
        if (result !== undefined) print(harmless(result))
      } finally {
        await close()
      }
    })
}

/** Like onCatalog, for a command that writes nothing to the database. */
export const readCatalog = <Args extends unknown[]>(
  terminal: Terminal,
  action: (context: CatalogContext, ...args: Args) => Promise<string | undefined>,
) => onCatalog(terminal, action, { readsOnly: true })

/** Replaces line ends, tabs, and other characters that control a terminal. */
export const oneLine = (text: string): string => harmless(text.replaceAll(/[\t\n]/g, '\uFFFD'))

type Cell = string | number | boolean | Date | null

/** Returns rows under their headings, in columns as wide as their widest cell. null is shown as -. */
export function table(headings: string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map(cellText))]
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

function cellText(cell: Cell): string {
  if (cell === null) return '-'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return cell instanceof Date ? cell.toISOString() : oneLine(String(cell))
}
