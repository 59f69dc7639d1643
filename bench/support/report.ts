export interface BenchOptions {
  quick: boolean
  markdown: boolean
  /** Number of lists, for a bench that allows to choose it. */
  lists?: number
  /** A folder with another version, built, to compare pages with. */
  before?: string
}

/** Reports progress on standard error. On a terminal, each report replaces the last. */
export function progress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export const format = (value: number, digits = value < 10 ? 2 : value < 100 ? 1 : 0): string =>
  Number.isFinite(value)
    ? value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : ''

/** A table that is printed as text or as Markdown. */
export class Table {
  readonly #lines: string[][]

  constructor(headings: string[]) {
    this.#lines = [headings]
  }

  add(...cells: string[]): void {
    this.#lines.push(cells)
  }

  print(title: string, isMarkdown: boolean): string {
    if (isMarkdown) {
      const [headings = [], ...rows] = this.#lines.map((cells) => `| ${cells.join(' | ')} |`)
      return [`### ${title}`, '', headings, `|${'---|'.repeat(this.#lines[0]?.length ?? 0)}`, ...rows, ''].join('\n')
    }
    const widths = (this.#lines[0] ?? []).map((_, column) =>
      Math.max(...this.#lines.map((cells) => (cells[column] ?? '').length)),
    )
    const lines = this.#lines.map((cells) =>
      cells
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    return [`== ${title}`, ...lines, ''].join('\n')
  }
}
