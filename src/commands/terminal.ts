import { harmless } from '../text/harmless.ts'

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
