import { createInterface } from 'node:readline/promises'
import { harmless } from '../text/harmless.ts'

export interface Questions {
  /** Returns the answer without spaces around it; undefined at the end of the input. */
  ask(question: string): Promise<string | undefined>
  close(): void
}

/** Reads lines from the terminal. Without line editing, Ctrl-C ends the program as everywhere else. */
export function openQuestions(): Questions {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  const answers = lines[Symbol.asyncIterator]()
  return {
    async ask(question) {
      process.stderr.write(question)
      const { value, done } = await answers.next()
      return done ? undefined : value.trim()
    },
    close: () => lines.close(),
  }
}

/** Asks whether to do something. No answer, and the end of the input, count as no. */
export async function isAgreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const questions = openQuestions()
  try {
    return /^y(es)?$/i.test((await questions.ask(`${question} [y/N] `)) ?? '')
  } finally {
    questions.close()
  }
}

/** The terminal as commands use it. Results go to `print`, all other messages to `complain`. */
export interface Terminal {
  /** Without a `.env` file: one in a downloaded folder could send a token to another server. */
  environment: NodeJS.ProcessEnv
  /** With the `.env` file of the working folder, for commands that administer a catalog. */
  settings: () => NodeJS.ProcessEnv
  print: (text: string) => void
  flush?: () => Promise<void>
  complain: (text: string) => void
  /** Whether a person reads what is printed, not another program. */
  isTerminal?: boolean
  progress?: NodeJS.WritableStream
}

export interface Ending {
  done: number
  failed: number
}

/** Replaces line ends, tabs, and other characters that control a terminal. */
export const oneLine = (text: string): string => harmless(text.replaceAll(/[\t\n]/g, '\uFFFD'))

type Cell = string | number | boolean | Date | null

/** Returns a line for each item, under the headings of the columns, which are as wide as needed. null is shown as -. */
export function table<Item>(items: readonly Item[], columns: Readonly<Record<string, (item: Item) => Cell>>): string {
  const lines = [Object.keys(columns), ...items.map((item) => Object.values(columns).map((of) => cellText(of(item))))]
  const widths = Object.keys(columns).map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)))
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

export type Progress = (done: number, all: number) => void

const WIDTH = 30

const CLEAR_LINE = '\r\u001b[2K'

/** Shows a progress bar while `work` runs, and clears it. Writes only its own line, in case the program is killed. */
export async function withProgressBar<T>(
  stream: NodeJS.WritableStream | undefined,
  line: (bar: string, done: number, all: number) => string,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  if (stream === undefined) return work(() => {})
  let shown = ''
  try {
    return await work((done, all) => {
      const text = line(barOf(done, all), done, all)
      if (text !== shown) stream.write(`\r${text}`)
      shown = text
    })
  } finally {
    if (shown !== '') stream.write(CLEAR_LINE)
  }
}

function barOf(done: number, all: number): string {
  const share = all === 0 ? 1 : done / all
  const full = Math.floor(share * WIDTH)
  return `[${'='.repeat(full)}${'-'.repeat(WIDTH - full)}] ${Math.floor(share * 100)}%`
}
